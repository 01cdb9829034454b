// The implementation under test, as two ordinary functions for `cargo test`. Standard library alone.
// 把被测的实现包成两个普通的函数，供 cargo test 使用。只用标准库。
//
// Save as qkv_implementation.rs beside your test / 存成 qkv_implementation.rs，放在测试旁边:
//
//     mod qkv_implementation;
//     use qkv_implementation::{attention, Setting, Tensor};
//     let answer = attention(&q, &k, &v, &Setting { causal: true, ..Default::default() });
//     answer.weights.at(&[0, 0, 1, 2]);
//
// q, k, v: [B, H, T, D]; padding_mask: [B, T], 1 = a real token / 1 表示真正的词。
#![allow(dead_code)]

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

// Row major: the last axis varies fastest / 最后一维变化最快。
#[derive(Clone, Debug, Default)]
pub struct Tensor {
    pub shape: Vec<usize>,
    pub values: Vec<f64>,
}

impl Tensor {
    pub fn offset(&self, index: &[usize]) -> usize {
        assert_eq!(index.len(), self.shape.len());
        index.iter().zip(&self.shape).fold(0, |flat, (&i, &size)| {
            assert!(i < size);
            flat * size + i
        })
    }
    pub fn at(&self, index: &[usize]) -> f64 {
        self.values[self.offset(index)]
    }
}

#[derive(Clone, Debug, Default)]
pub struct Setting {
    pub causal: bool,
    pub offset: Option<i64>,          // query i may look at key j when j <= i + offset
    pub padding_mask: Option<Tensor>, // [B, T]
    pub scale: Option<f64>,           // multiplies q·k; 1/sqrt(D) without it
}

#[derive(Clone, Debug)]
pub struct Answer {
    pub output: Tensor,  // [B, H, T_q, D_v], of a layer [B, T, C]
    pub weights: Tensor, // [B, H, T_q, T_k]
}

fn write(out: &mut String, tensor: &Tensor, truth: bool, axis: usize, next: &mut usize) {
    if axis == tensor.shape.len() {
        let value = tensor.values[*next];
        *out += &if truth { (value != 0.0).to_string() } else { format!("{:e}", value) };
        *next += 1;
        return;
    }
    out.push('[');
    for i in 0..tensor.shape[axis] {
        if i > 0 {
            out.push(',');
        }
        write(out, tensor, truth, axis + 1, next);
    }
    out.push(']');
}

fn json(tensor: &Tensor, truth: bool) -> String {
    let mut out = String::new();
    write(&mut out, tensor, truth, 0, &mut 0);
    out
}

// Nested lists of numbers; NaN and Infinity too / 嵌套的数，也认 NaN 和 Infinity。
fn read(text: &mut &str, tensor: &mut Tensor, axis: usize, first: bool) {
    *text = text.trim_start();
    if !text.starts_with('[') {
        let end = text.find(|c| c == ',' || c == ']').expect("the answer ends too early");
        let word = text[..end].trim().trim_matches('"');
        tensor.values.push(word.parse().unwrap_or_else(|_| panic!("not a number in the answer: {word}")));
        *text = &text[end..];
        return;
    }
    if first && tensor.shape.len() == axis {
        tensor.shape.push(0);
    }
    *text = text[1..].trim_start();
    let mut count = 0;
    while !text.starts_with(']') {
        read(text, tensor, axis + 1, first && count == 0);
        *text = text.trim_start().trim_start_matches(',').trim_start();
        assert!(!text.is_empty(), "the answer ends too early");
        count += 1;
    }
    *text = &text[1..];
    if first {
        tensor.shape[axis] = count;
    }
}

fn member(line: &str, key: &str) -> Tensor {
    let found = line.find(&format!("\"{key}\"")).unwrap_or_else(|| panic!("no {key} in the answer: {line}"));
    let colon = found + line[found..].find(':').expect("a colon");
    let mut text = &line[colon + 1..];
    let mut tensor = Tensor::default();
    read(&mut text, &mut tensor, 0, true);
    tensor
}

fn ask(inputs: String, setting: &Setting) -> Answer {
    let causal = match setting.offset {
        Some(offset) => format!("{{\"offset\":{offset}}}"),
        None => setting.causal.to_string(),
    };
    let mut line = format!("{{\"qkv\":1,\"id\":\"test\",{inputs},\"causal\":{causal}");
    if let Some(mask) = &setting.padding_mask {
        line += &format!(",\"padding_mask\":{}", json(mask, true));
    }
    if let Some(scale) = setting.scale {
        line += &format!(",\"scale\":{scale:e}");
    }
    line += "}\n";
    let command = std::env::var("QKV_IMPLEMENTATION").unwrap_or_else(|_| "qkv reference".to_string());
    let mut child = Command::new("sh")
        .args(["-c", &command])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("sh");
    child.stdin.take().expect("its input").write_all(line.as_bytes()).expect("it reads");
    let mut answer = String::new();
    BufReader::new(child.stdout.take().expect("its output")).read_line(&mut answer).expect("an answer");
    child.wait().expect("its end");
    Answer { output: member(&answer, "output"), weights: member(&answer, "weights") }
}

pub fn attention(q: &Tensor, k: &Tensor, v: &Tensor, setting: &Setting) -> Answer {
    let inputs = format!("\"q\":{},\"k\":{},\"v\":{}", json(q, false), json(k, false), json(v, false));
    ask(inputs, setting)
}

// x [B, T, C], w_qkv [C, 3C], w_o [C, C]
pub fn layer(x: &Tensor, heads: usize, w_qkv: &Tensor, w_o: &Tensor, setting: &Setting) -> Answer {
    let inputs = format!(
        "\"x\":{},\"heads\":{heads},\"w_qkv\":{},\"w_o\":{}",
        json(x, false),
        json(w_qkv, false),
        json(w_o, false)
    );
    ask(inputs, setting)
}
