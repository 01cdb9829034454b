// The implementation under test, as two ordinary functions for node:test, Jest and the like.
// 把被测的实现包成两个普通的函数，供 node:test、Jest 等使用。
//
// Save as qkv_implementation.js beside your test / 存成 qkv_implementation.js，放在测试旁边:
//
//     const { attention, layer } = require("./qkv_implementation.js");
//     const { output, weights } = attention(q, k, v, { causal: true });
//
// q, k, v: nested arrays [B][H][T][D]; padding_mask: [B][T], true = a real token / 嵌套数组；true 表示真正的词。
// causal: true, false or {offset: n}; scale multiplies q·k, by default 1/√D / scale 乘在 q·k 上，默认 1/√D。
"use strict";
const { spawnSync } = require("child_process");

const command = process.env.QKV_IMPLEMENTATION || "qkv reference";

// JSON has no NaN; an implementation may print it all the same / JSON 里没有 NaN，但实现可能会打印它。
function parse(line) {
  const quoted = line.replace(/-?\bInfinity\b|\bNaN\b/g, '"$&"');
  return JSON.parse(quoted, (key, value) =>
    typeof value === "string" && key !== "id" && key !== "error" ? Number(value) : value);
}

function ask(request) {
  const line = JSON.stringify({ qkv: 1, id: "test", ...request }) + "\n";
  const done = spawnSync("sh", ["-c", command], { input: line, encoding: "utf8", timeout: 60000, maxBuffer: 1 << 28 });
  if (!done.stdout || !done.stdout.trim()) throw new Error(`${command}: no answer\n${done.stderr}`);
  const answer = parse(done.stdout.split("\n")[0]);
  if (!answer.output) throw new Error(`${command}: ${answer.error || "no output"}`);
  return answer;
}

// { output: [B][H][T_q][D_v], weights: [B][H][T_q][T_k] }
function attention(q, k, v, { causal = false, padding_mask = null, scale = null } = {}) {
  return ask({ q, k, v, causal, padding_mask, scale });
}

// x [B][T][C], w_qkv [C][3C], w_o [C][C]; { output: [B][T][C], weights: [B][H][T][T] }
function layer(x, heads, w_qkv, w_o, { causal = false, padding_mask = null } = {}) {
  return ask({ x, heads, w_qkv, w_o, causal, padding_mask });
}

module.exports = { attention, layer };
