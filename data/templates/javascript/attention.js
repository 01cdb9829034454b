// Attention over the line protocol of `qkv verify`: a JSON object a line in, one out.
// 按 `qkv verify` 的行协议计算注意力：每行读入一个 JSON 对象，每行写出一个。
//
//     qkv verify -- node attention.js
'use strict';
const readline = require('readline');

const range = (count) => Array.from({ length: count }, (_, i) => i);
const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);
const matmul = (a, b) => a.map((row) => b[0].map((_, c) => row.reduce((sum, x, i) => sum + x * b[i][c], 0)));

// Put your own attention in the place of this function.
// 把这个函数换成你自己的注意力。
//   q [B][H][Tq][D]   k [B][H][Tk][D]   v [B][H][Tk][Dv]
//   causalOffset n: query i may look at key j when j <= i + n (null: no causal mask)
//   causalOffset n：查询 i 可以看键 j，当且仅当 j <= i + n（null：没有因果遮罩）
//   paddingMask [B][Tk]: true is a real token (null: all are)
//   paddingMask [B][Tk]：true 是真实 token（null：全都是）
//   scale multiplies q·k (null: 1/sqrt(D))
//   scale 与 q·k 相乘（null：1/sqrt(D)）
function attention(q, k, v, causalOffset = null, paddingMask = null, scale = null) {
  const queries = q[0][0].length;
  const keys = k[0][0].length;
  const factor = scale ?? 1 / Math.sqrt(q[0][0][0].length);

  const mayLook = (b, i, j) =>
    (causalOffset === null || j <= i + causalOffset) && (paddingMask === null || paddingMask[b][j]);
  const isPaddedQuery = (b, i) => paddingMask !== null && queries === keys && !paddingMask[b][i];

  const weightsOf = (b, h, i) => {
    const visible = range(keys).filter((j) => mayLook(b, i, j));
    const row = new Array(keys).fill(0);
    // Nothing to look at, or a padded query: the row is 0. 什么都看不到，或是填充的查询：整行为 0。
    if (visible.length === 0 || isPaddedQuery(b, i)) return row;
    const scores = visible.map((j) => factor * dot(q[b][h][i], k[b][h][j]));
    const top = scores.reduce((a, c) => Math.max(a, c));
    const exp = scores.map((score) => Math.exp(score - top));
    const total = exp.reduce((a, c) => a + c);
    visible.forEach((j, n) => { row[j] = exp[n] / total; });
    return row;
  };

  const weights = q.map((heads, b) => heads.map((_, h) => range(queries).map((i) => weightsOf(b, h, i))));
  const output = weights.map((heads, b) => heads.map((table, h) => matmul(table, v[b][h])));
  return { output, weights };
}

// A whole layer: x [B][T][C], wQkv [C][3C] with q | k | v side by side, wO [C][C].
// 一整层：x [B][T][C]；wQkv [C][3C]，q | k | v 并排；wO [C][C]。
// Feature h*D + d belongs to head h. 特征 h*D + d 属于第 h 个头。
function layer(x, heads, wQkv, wO, causalOffset = null, paddingMask = null, scale = null) {
  const channels = x[0][0].length;
  const features = channels / heads;
  const projected = x.map((tokens) => matmul(tokens, wQkv));
  const split = (part) => projected.map((rows) => range(heads).map((h) => {
    const at = part * channels + h * features;
    return rows.map((row) => row.slice(at, at + features));
  }));
  const { output, weights } = attention(split(0), split(1), split(2), causalOffset, paddingMask, scale);
  const merged = output.map((perHead) => range(x[0].length).map((t) => perHead.flatMap((rows) => rows[t])));
  return { output: merged.map((rows) => matmul(rows, wO)), weights };
}

// What yours cannot do it may say instead: {id, lacks: 'layer'}
// 做不到的可以这样说：{id, lacks: 'layer'}
function answer(request) {
  const isLayer = request.x !== undefined;
  const queries = isLayer ? request.x[0].length : request.q[0][0].length;
  const keys = isLayer ? queries : request.k[0][0].length;
  const causal = request.causal ?? false;
  const offset = causal === false ? null : causal === true ? keys - queries : causal.offset;
  const masks = [offset, request.padding_mask ?? null, request.scale ?? null];
  const result = isLayer
    ? layer(request.x, request.heads, request.w_qkv, request.w_o, ...masks)
    : attention(request.q, request.k, request.v, ...masks);
  return { id: request.id, ...result };
}

function reply(line) {
  let request = null;
  try {
    request = JSON.parse(line);
    return answer(request);
  } catch (fault) {
    return { id: request?.id ?? null, error: String(fault) };
  }
}

if (require.main === module) {
  readline.createInterface({ input: process.stdin, crlfDelay: Infinity }).on('line', (line) => {
    if (line.trim() !== '') process.stdout.write(JSON.stringify(reply(line)) + '\n');
  });
}
module.exports = { attention, layer };
