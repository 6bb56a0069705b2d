import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { importRequest } from '../../main/signatures/importers/import-request.ts';
import { threadCpuMs } from '../support/thread-watch.ts';

const sources: Record<string, string> = {
  http: 'POST /c HTTP/1.1\r\nX-Signature: aa\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
  bash: `curl 'https://r.example' -H "X-Signature: $S" \\\n --data-raw $'{"a":"\\u0142\\x41\\101"}' -d @file -XPOST`,
  cmd: 'curl ^"https://r.example^" ^\n -H ^"X-Signature: aa^" --data-raw ^"^{^\\^"a^\\^":1^}^" %VAR%',
  powershell: `curl.exe -H "X-Signature: \`"aa" \`\n -d @'\n{"a":"it''s"}\n'@ https://r.example`,
  har: JSON.stringify({
    log: {
      entries: [{ request: { headers: [{ name: 'X-Signature', value: 'aa' }], postData: { text: '{}' } } }],
    },
  }),
  'http-file':
    '@a = 1\n### x\nPOST https://r.example\n  ?q=1\nX-Signature: {{a}}\n\n{}\n\n> {% x %}\n###\nGET https://r.example\n\n< file',
  json: JSON.stringify({ headers: { 'X-Signature': 'aa' }, body: { a: [1, 2] }, isBase64Encoded: true }),
};

/** Checks the form of a refusal or result for any input. */
function sound(source: string | Uint8Array): void {
  const result = importRequest(source);
  if (!result.ok) {
    expect(result.sentence.length).toBeGreaterThan(10);
    return;
  }
  for (const request of [result.request, ...result.others]) {
    expect(request.body === undefined || request.body instanceof Uint8Array).toBe(true);
    expect(request.notes.every(({ sentence }) => sentence.length > 10)).toBe(true);
  }
}

describe.each(Object.entries(sources))('the importer of %s', (_, source) => {
  test('gives a result or a clear error for every mutation', () => {
    const mutation = fc.record({
      at: fc.nat(source.length),
      cut: fc.nat(12),
      put: fc.oneof(
        fc.string({ unit: 'binary', maxLength: 6 }),
        fc.constantFrom("'", '"', '\\', '^', '`', '$', '\n', '\r\n', '\0', '{{', '@', '###', ':', '{', ']'),
      ),
    });
    fc.assert(
      fc.property(fc.array(mutation, { minLength: 1, maxLength: 4 }), (mutations) => {
        const mutated = mutations.reduce(
          (text, { at, cut, put }) => text.slice(0, at) + put + text.slice(at + cut),
          source,
        );
        sound(mutated);
        sound(Buffer.from(mutated, 'latin1'));
      }),
      { numRuns: 1500 },
    );
  });

  test('gives a result or a clear error for a prefix followed by garbage', () => {
    fc.assert(
      fc.property(fc.nat(source.length), fc.uint8Array({ maxLength: 200 }), (length, garbage) => {
        sound(Buffer.concat([Buffer.from(source.slice(0, length)), garbage]));
      }),
      { numRuns: 500 },
    );
  });

  test('takes bounded time for a megabyte of anything', () => {
    const units = [
      "'",
      '"',
      '\\',
      '^',
      '`',
      '$',
      ' ',
      '\n',
      '\r',
      '\r\n',
      '\n\n',
      '{',
      '[',
      '{{',
      '{{a',
      '###\n',
      '> ',
      'a',
      'a: b\n',
      ' a',
      '@a=',
      "$'",
      '0\r\n',
      '%A',
      '"\\',
      '^\n',
      '`\n',
      "@'\n",
      '\x00',
      '\xff',
      'curl ',
    ];
    for (const unit of units) {
      for (const begin of [source, source.slice(0, source.length >> 1), '']) {
        const large = Buffer.from(`${begin + unit.repeat(Math.ceil(1_000_000 / unit.length))}x`, 'latin1');
        const took = threadCpuMs(() => sound(large));
        if (took > 1500) {
          throw new Error(
            `${JSON.stringify(unit)} after ${begin.length} characters took ${took.toFixed(0)} ms of the processor`,
          );
        }
      }
    }
  }, 60_000);
});
