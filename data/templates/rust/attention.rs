// Attention over the line protocol of `qkv verify`: a JSON object a line in, one out. Rust, nothing else.
// 按 `qkv verify` 的行协议计算注意力：每行读入一个 JSON 对象，每行写出一个。只用 Rust 标准库。
//
//     rustc -O attention.rs
//     qkv verify -- ./attention
use std::io::{self, BufRead, Write};
use std::panic;

type Matrix = Vec<Vec<f64>>; // [T][D]
type Tensor = Vec<Vec<Matrix>>; // [B][H][T][D]
type Mask = Option<Vec<Vec<bool>>>; // [B][T]

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

fn matmul(a: &Matrix, b: &Matrix) -> Matrix {
    a.iter()
        .map(|row| (0..b[0].len()).map(|c| row.iter().zip(b).map(|(x, other)| x * other[c]).sum()).collect())
        .collect()
}

// Put your own attention in the place of this function.
// 把这个函数换成你自己的注意力。
//   q [B][H][Tq][D]   k [B][H][Tk][D]   v [B][H][Tk][Dv]
//   causal_offset n: query i may look at key j when j <= i + n (None: no causal mask)
//   causal_offset n：查询 i 可以看键 j，当且仅当 j <= i + n（None：没有因果遮罩）
//   padding_mask [B][Tk]: true is a real token (None: all are)
//   padding_mask [B][Tk]：true 是真实 token（None：全都是）
//   scale multiplies q·k (None: 1/sqrt(D))
//   scale 与 q·k 相乘（None：1/sqrt(D)）
fn attention(
    q: &Tensor,
    k: &Tensor,
    v: &Tensor,
    causal_offset: Option<i64>,
    padding_mask: &Mask,
    scale: Option<f64>,
) -> (Tensor, Tensor) {
    let (queries, keys) = (q[0][0].len(), k[0][0].len());
    let factor = scale.unwrap_or(1.0 / (q[0][0][0].len() as f64).sqrt());
    let is_real = |b: usize, t: usize| padding_mask.as_ref().map_or(true, |mask| mask[b][t]);
    let may_look = |b: usize, i: usize, j: usize| {
        causal_offset.map_or(true, |n| j as i64 <= i as i64 + n) && is_real(b, j)
    };
    let weights_of = |b: usize, h: usize, i: usize| {
        let mut row = vec![0.0; keys];
        let visible: Vec<usize> = (0..keys).filter(|&j| may_look(b, i, j)).collect();
        // Nothing to look at, or a padded query: the row is 0. 什么都看不到，或是填充的查询：整行为 0。
        if visible.is_empty() || (queries == keys && !is_real(b, i)) {
            return row;
        }
        let scores: Vec<f64> = visible.iter().map(|&j| factor * dot(&q[b][h][i], &k[b][h][j])).collect();
        let top = scores.iter().cloned().fold(f64::NEG_INFINITY, f64::max);
        let exp: Vec<f64> = scores.iter().map(|score| (score - top).exp()).collect();
        let total: f64 = exp.iter().sum();
        for (&j, e) in visible.iter().zip(&exp) {
            row[j] = e / total;
        }
        row
    };
    let weights: Tensor = (0..q.len())
        .map(|b| (0..q[b].len()).map(|h| (0..queries).map(|i| weights_of(b, h, i)).collect()).collect())
        .collect();
    let output = (0..q.len())
        .map(|b| (0..q[b].len()).map(|h| matmul(&weights[b][h], &v[b][h])).collect())
        .collect();
    (output, weights)
}

// A whole layer: x [B][T][C], w_qkv [C][3C] with q | k | v side by side, w_o [C][C].
// 一整层：x [B][T][C]；w_qkv [C][3C]，q | k | v 并排；w_o [C][C]。
// Feature h*D + d belongs to head h. 特征 h*D + d 属于第 h 个头。
fn layer(
    x: &[Matrix],
    heads: usize,
    w_qkv: &Matrix,
    w_o: &Matrix,
    causal_offset: Option<i64>,
    padding_mask: &Mask,
    scale: Option<f64>,
) -> (Vec<Matrix>, Tensor) {
    let channels = w_o.len();
    let features = channels / heads;
    let projected: Vec<Matrix> = x.iter().map(|tokens| matmul(tokens, w_qkv)).collect();
    let split = |part: usize| -> Tensor {
        let head = |rows: &Matrix, h: usize| -> Matrix {
            let at = part * channels + h * features;
            rows.iter().map(|row| row[at..at + features].to_vec()).collect()
        };
        projected.iter().map(|rows| (0..heads).map(|h| head(rows, h)).collect()).collect()
    };
    let (output, weights) = attention(&split(0), &split(1), &split(2), causal_offset, padding_mask, scale);
    let merge = |heads: &Vec<Matrix>| -> Matrix {
        (0..heads[0].len()).map(|t| heads.iter().flat_map(|head| head[t].clone()).collect()).collect()
    };
    (output.iter().map(|heads| matmul(&merge(heads), w_o)).collect(), weights)
}

// ---- JSON, as much as the protocol needs. 协议用得到的 JSON。

#[derive(Clone)]
enum Json {
    Null,
    Bool(bool),
    Number(f64),
    Text(String), // as it is written, with its quotation marks 连同引号原样保留
    Array(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    fn get(&self, key: &str) -> Option<&Json> {
        let members = if let Json::Object(members) = self { members } else { return None };
        members.iter().find(|(name, value)| name == key && !matches!(value, Json::Null)).map(|(_, value)| value)
    }
    fn at(&self, key: &str) -> Result<&Json, String> {
        self.get(key).ok_or(format!("no {}", key))
    }
    fn list<T>(&self, read: impl Fn(&Json) -> Result<T, String>) -> Result<Vec<T>, String> {
        match self {
            Json::Array(elements) => elements.iter().map(read).collect(),
            _ => Err("no list where one should be".to_string()),
        }
    }
    fn number(&self) -> Result<f64, String> {
        if let Json::Number(number) = self { Ok(*number) } else { Err("no number where one should be".to_string()) }
    }
    fn matrix(&self) -> Result<Matrix, String> {
        self.list(|row| row.list(Json::number))
    }
    fn tensor(&self) -> Result<Tensor, String> {
        self.list(|sequence| sequence.list(Json::matrix))
    }
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn peek(&mut self) -> u8 {
        while self.at < self.text.len() && self.text[self.at].is_ascii_whitespace() {
            self.at += 1;
        }
        *self.text.get(self.at).unwrap_or(&0)
    }
    fn take(&mut self, c: u8) -> bool {
        let found = self.peek() == c;
        self.at += found as usize;
        found
    }
    fn expect(&mut self, c: u8) -> Result<(), String> {
        if self.take(c) { Ok(()) } else { Err(format!("no '{}' where one should be", c as char)) }
    }
    fn string(&mut self) -> Result<String, String> {
        if !self.take(b'"') {
            return Err("no string where one should be".to_string());
        }
        let begin = self.at - 1;
        while self.at < self.text.len() && self.text[self.at] != b'"' {
            self.at += if self.text[self.at] == b'\\' { 2 } else { 1 };
        }
        if self.at >= self.text.len() {
            return Err("a string without an end".to_string());
        }
        self.at += 1;
        Ok(String::from_utf8_lossy(&self.text[begin..self.at]).into_owned())
    }
    fn value(&mut self) -> Result<Json, String> {
        match self.peek() {
            b'{' => {
                self.expect(b'{')?;
                let mut members = Vec::new();
                while self.peek() != b'}' {
                    let key = self.string()?;
                    self.expect(b':')?;
                    members.push((key[1..key.len() - 1].to_string(), self.value()?));
                    if !self.take(b',') {
                        break;
                    }
                }
                self.expect(b'}')?;
                Ok(Json::Object(members))
            }
            b'[' => {
                self.expect(b'[')?;
                let mut elements = Vec::new();
                while self.peek() != b']' {
                    elements.push(self.value()?);
                    if !self.take(b',') {
                        break;
                    }
                }
                self.expect(b']')?;
                Ok(Json::Array(elements))
            }
            b'"' => Ok(Json::Text(self.string()?)),
            _ => self.plain(),
        }
    }
    fn plain(&mut self) -> Result<Json, String> {
        let begin = self.at;
        while self.at < self.text.len() && !b",]} \t\r\n".contains(&self.text[self.at]) {
            self.at += 1;
        }
        match std::str::from_utf8(&self.text[begin..self.at]).unwrap_or("") {
            "null" => Ok(Json::Null),
            "true" => Ok(Json::Bool(true)),
            "false" => Ok(Json::Bool(false)),
            word => word.parse().map(Json::Number).map_err(|_| "no JSON value where one should be".to_string()),
        }
    }
}

fn table<T>(out: &mut String, list: &[T], write: impl Fn(&mut String, &T)) {
    out.push('[');
    for (i, element) in list.iter().enumerate() {
        if i > 0 {
            out.push(',');
        }
        write(out, element);
    }
    out.push(']');
}

fn matrix_json(out: &mut String, matrix: &Matrix) {
    table(out, matrix, |out, row| table(out, row, |out, number| out.push_str(&format!("{:?}", number))));
}

fn tensor_json(out: &mut String, tensor: &Tensor) {
    table(out, tensor, |out, sequence| table(out, sequence, matrix_json));
}

// What yours cannot do it may say instead: {"id": ..., "lacks": "layer"}
// 做不到的可以这样说：{"id": ..., "lacks": "layer"}
fn answer(request: &Json, id: &str) -> Result<String, String> {
    let causal = request.get("causal");
    let offset_at = |queries: usize, keys: usize| -> Result<Option<i64>, String> {
        match causal {
            Some(Json::Bool(true)) => Ok(Some(keys as i64 - queries as i64)),
            Some(object @ Json::Object(_)) => Ok(Some(object.at("offset")?.number()? as i64)),
            _ => Ok(None),
        }
    };
    let flag = |json: &Json| Ok(matches!(json, Json::Bool(true)));
    let padding = match request.get("padding_mask") {
        Some(mask) => Some(mask.list(|row| row.list(flag))?),
        None => None,
    };
    let scale = match request.get("scale") {
        Some(scale) => Some(scale.number()?),
        None => None,
    };
    let mut out = format!("{{\"id\":{},\"output\":", id);
    let weights;
    if let Some(x) = request.get("x") {
        let x = x.list(Json::matrix)?;
        let heads = request.at("heads")?.number()? as usize;
        let (w_qkv, w_o) = (request.at("w_qkv")?.matrix()?, request.at("w_o")?.matrix()?);
        let result = layer(&x, heads, &w_qkv, &w_o, offset_at(1, 1)?, &padding, scale);
        table(&mut out, &result.0, matrix_json);
        weights = result.1;
    } else {
        let (q, k, v) = (request.at("q")?.tensor()?, request.at("k")?.tensor()?, request.at("v")?.tensor()?);
        let offset = offset_at(q[0][0].len(), k[0][0].len())?;
        let result = attention(&q, &k, &v, offset, &padding, scale);
        tensor_json(&mut out, &result.0);
        weights = result.1;
    }
    out.push_str(",\"weights\":");
    tensor_json(&mut out, &weights);
    out.push('}');
    Ok(out)
}

fn reply(line: &str) -> String {
    let mut reader = Reader { text: line.as_bytes(), at: 0 };
    let read = reader.value().and_then(|json| {
        if reader.peek() == 0 { Ok(json) } else { Err("text after the JSON".to_string()) }
    });
    let id = match read.as_ref().ok().and_then(|json| json.get("id")) {
        Some(Json::Text(id)) => id.clone(),
        _ => "null".to_string(),
    };
    // A panic costs this one answer, not those to come; its words go to standard error.
    // panic 只赔上这一个回答，后面的照常；具体的话在标准错误输出里。
    let calculate = |request| {
        panic::catch_unwind(|| answer(&request, &id)).unwrap_or_else(|_| Err("the calculation panicked".to_string()))
    };
    // None of these words needs escaping. 这些话里没有需要转义的字符。
    read.and_then(calculate)
        .unwrap_or_else(|words| format!("{{\"id\":{},\"error\":\"{}\"}}", id, words))
}

fn main() {
    for line in io::stdin().lock().lines() {
        let line = line.unwrap_or_default();
        if !line.trim().is_empty() {
            println!("{}", reply(&line));
            io::stdout().flush().ok();
        }
    }
}
