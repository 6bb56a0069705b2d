const mib = 1024 * 1024;

/** Responses that could stop the console, each created on request. */
export const responseInputs: Record<string, () => string> = {
  '30 MB of {},': () => `{"a":[${'{},'.repeat(10 * mib - 10)}{}]}`,
  '900,000 empty objects': () => `{"a":[${'{},'.repeat(900_000)}{}]}`,
  '30 MB of brackets': () => `{"a":${'['.repeat(15 * mib - 10)}${']'.repeat(15 * mib - 10)}}`,
  'objects 900 deep, with 400,000 values at the bottom': () =>
    `${'{"a":'.repeat(900)}[${'1,'.repeat(400_000)}1]${'}'.repeat(900)}`,
  '900,000 numbers that no double holds': () => `{"a":[${'12345678901234567890,'.repeat(900_000)}1]}`,
  'one number of 20 MB': () => `{"a":${'9'.repeat(20 * mib)}}`,
  '900,000 members of one name': () => `{"a":{${'"b":1,'.repeat(900_000)}"b":1}}`,
  '400,000 members of different names': () =>
    `{"a":{${Array.from({ length: 400_000 }, (_, at) => `"m${at}":${at}`).join()}}}`,
  '400,000 values of the wrong type': () => `{"result":{"aml":{"found":[${'1,'.repeat(400_000)}1]}}}`,
  '480 texts of 60,000 characters': () => `{"a":[${`"${'y'.repeat(60_000)}",`.repeat(480)}1]}`,
  '2,000 products of 100 members': () =>
    `{"result":{${Array.from({ length: 2000 }, (_, at) => `"p${at}":${product(100)}`).join()}}}`,
  '20 MB of escapes': () => `{"a":"${'\\\\u002b'.repeat((20 * mib) / 7)}"}`,
  'names of 10,000 characters': () =>
    `{${Array.from({ length: 2000 }, (_, at) => `"${'n'.repeat(10_000)}${at}":1`).join()}}`,
  '240 kB in a text and 4,900 values': () => `{"a":[${'{},'.repeat(4900)}{}],"b":"${'x'.repeat(240_000)}"}`,
};

function product(members: number): string {
  const all = Object.fromEntries(Array.from({ length: members }, (_, at) => [`m${at}`, at]));
  return JSON.stringify({ status: 'FINISHED', ...all });
}
