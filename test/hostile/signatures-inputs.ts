/** Bodies that could stop the program that checks or explains them, each created on request. */
export const bodies: Record<string, () => Uint8Array> = {
  '28 CRLFs before a last character': () => text(`${'\r\n'.repeat(28)}x`),
  '100,000 CRLFs before a last character': () => text(`${'\r\n'.repeat(100_000)}x`),
  '2,000 escaped line ends in a string': () => text(`{"a":"${'\\r\\n'.repeat(2000)}x"}`),
  '2,000 written-out line ends after the body': () => text(`{"a":1}${'\\r\\n'.repeat(2000)}x`),
  'a fraction of 160,000 zeros': () => text(`{"a":0.${'0'.repeat(160_000)}1}`),
  'a fraction that ends with 160,000 zeros': () => text(`{"a":1.5${'0'.repeat(160_000)}}`),
  'a number of 500,000 digits': () => text(`[${'9'.repeat(500_000)}]`),
  'spaces before a last character': () => text(`${' '.repeat(300_000)}x`),
  'tabs between words': () => text(`x${'\t'.repeat(300_000)}y`),
  'NUL bytes before a last character': () => new Uint8Array(300_000).fill(0, 0, 299_999).fill(0x78, 299_999),
  'brackets 100,000 deep': () => text('['.repeat(100_000) + ']'.repeat(100_000)),
  'brackets 400 deep, many objects inside': () =>
    text(`${'['.repeat(400)}${'{},'.repeat(20_000)}1${']'.repeat(400)}`),
  '3 MB of {},': () => text(`[${'{},'.repeat(1_000_000)}1]`),
  '30 MB of {},': () => text(`[${'{},'.repeat(10_000_000)}1]`),
  '100,000 members of one object': () =>
    text(`{${Array.from({ length: 100_000 }, (_, at) => `"member${100_000 - at}":${at}`).join(',')}}`),
  '50,000 duplicates of one member': () => text(`{${'"a":1,'.repeat(50_000)}"a":2}`),
  'backslashes before quotes': () => text(`"${'\\\\'.repeat(100_000)}"`),
  ampersands: () => text('&#'.repeat(150_000)),
  'percent signs': () => text('%25'.repeat(100_000)),
  'chunks of one byte': () => text(`${'1\r\nx\r\n'.repeat(100_000)}0\r\n\r\n`),
  'a megabyte of quotes': () => text('"'.repeat(1_000_000)),
  'combining marks': () => text(`{"a":"e${'\u0301'.repeat(100_000)}"}`),
};

/** Hostile input of the import. */
export const sources: Record<string, () => Uint8Array> = {
  'a JSON export with 19 headers': () => exported(19),
  'a JSON export with 50,000 headers': () => exported(50_000),
  '30 MB of {},': () => text(`[${'{},'.repeat(10_000_000)}1]`),
  'brackets a million deep': () => text('['.repeat(1_000_000)),
  'objects a million deep': () => text('{"a":'.repeat(1_000_000)),
  'an HTTP archive of 200,000 entries': () =>
    text(`{"log":{"entries":[${'{"request":{}},'.repeat(200_000)}{"request":{}}]}}`),
  'a header folded 500,000 times': () =>
    text(`POST / HTTP/1.1\r\nX-Signature: a${'\r\n b'.repeat(500_000)}\r\n\r\n{}`),
  '300,000 headers': () => text(`POST / HTTP/1.1\r\n${'X-A: b\r\n'.repeat(300_000)}\r\n{}`),
  'a header value of spaces': () =>
    text(`POST / HTTP/1.1\r\nX-Signature: ${' '.repeat(500_000)}x${' '.repeat(500_000)}y\r\n\r\n{}`),
  'chunks of one byte': () =>
    text(
      `POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nX-Signature: a\r\n\r\n${'1\r\nx\r\n'.repeat(1_000_000)}0\r\n\r\n`,
    ),
  'a request line of spaces': () => text(`POST ${' '.repeat(500_000)}x`),
  'a cURL command with 300,000 files': () => text(`curl https://r.example ${'-d @file '.repeat(300_000)}`),
  'a cURL command with 300,000 header files, then forms': () =>
    text(`curl https://r.example ${'-H @a '.repeat(300_000)}${'-F a=b '.repeat(300_000)}`),
  'a cURL command of quotes': () => text(`curl ${'"'.repeat(1_000_000)}`),
  'a cURL command of backslashes': () => text(`curl.exe ${'\\'.repeat(1_000_000)}`),
  'a cURL command of carets': () => text(`curl ^"${'^\n'.repeat(500_000)}`),
  'a cURL command of here-strings': () => text(`curl.exe ${"@'\n".repeat(300_000)}`),
  'a .http file of variables': () =>
    text(`### a\n${'@a = b\n'.repeat(300_000)}POST https://r.example\n\n{{a}}`),
  'a .http file of open braces': () => text(`### a\nPOST https://r.example\n\n${'{{'.repeat(500_000)}`),
  'a .http file of empty lines': () => text(`### a\nPOST https://r.example\n\n${'\r\n'.repeat(500_000)}x`),
  'a .http file with a variable of tabs': () =>
    text(`### a\n@a =${'\t'.repeat(9_000)}\rx\nPOST https://r.example`),
  'a log of brackets': () => text(`INFO X-Signature: 1a ${'{'.repeat(1_000_000)}`),
  'a log of escaped brackets': () => text(`INFO X-Signature: 1a ${'{\\"'.repeat(300_000)}`),
  'a log of headers on one line': () => text(`INFO ${'X-Signature: 1a '.repeat(200_000)}`),
  'a log of headers on many lines': () => text('INFO X-Signature: 1a\n'.repeat(200_000)),
  'a log of records in records': () =>
    text(`INFO ${'{"a":'.repeat(400)}{"X-Signature":"1a"}${'}'.repeat(400)}`.repeat(2_000)),
  'line ends and nothing else': () => text('\r\n'.repeat(1_000_000)),
  'a prompt of spaces': () => text(`PS ${' '.repeat(4_000)}> ${' '.repeat(500_000)}curl`),
};

function text(content: string): Uint8Array {
  return Buffer.from(content, 'utf8');
}

function exported(headers: number): Uint8Array {
  const all = Object.fromEntries(Array.from({ length: headers }, (_, at) => [`x-header-${at}`, String(at)]));
  return text(
    JSON.stringify({
      headers: { ...all, 'x-signature': 'a'.repeat(64), 'x-signature-timestamp': '1767225600123' },
      body: { event: 'FINISHED', payload: { conversation: { id: 'c' } } },
    }),
  );
}
