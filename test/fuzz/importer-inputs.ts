import { expect } from 'vitest';
import { importRequest } from '../../main/features/signatures/importers/import-request.ts';

/** A request in each form that can be imported. */
export const sources: Record<string, string> = {
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
export function sound(source: string | Uint8Array): void {
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

/** The inputs that each importer treats in its own way. */
export const units = [
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

/** A source followed by this many bytes of one text. */
export function repeated(source: string, unit: string, bytes: number): Buffer {
  return Buffer.from(`${source + unit.repeat(Math.ceil(bytes / unit.length))}x`, 'latin1');
}
