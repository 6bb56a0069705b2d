const rawBodyRemedy =
  'Check the signature over the bytes of the request before anything parses them; see the raw-body recipe of your framework.';
const bytesFirst =
  'Keep the body as bytes until the signature is checked; decode it as UTF-8 only afterwards.';
const signingKey =
  'Use the signing key that the service provides for callbacks, from the same environment as the callback.';
const trimKey =
  'Store the key exactly as the service shows it; trim white space, quotes and line ends when you read it from a file or a variable.';
const header =
  'Use the value of X-Signature-Timestamp exactly as received, as text: never parse it and write it again before signing.';
const messageRemedy =
  'Build the message from X-Signature-Timestamp, one colon, then the raw body, and nothing else.';
const formRemedy =
  'Compare with the signature as 64 lower-case hexadecimal characters, nothing before or after it.';
const algorithmRemedy = 'Compute HMAC with SHA-256, the signing key as key and the message as data.';

/** The changes to make in the receiver, by the code of the cause. */
const remedies: Record<string, string> = {
  reserialized: rawBodyRemedy,
  'newline-removed':
    'Keep the body’s last line end: read the body as bytes, not line by line and not through a trim.',
  'newline-added':
    'Do not let a line end be added to the body: a shell’s echo, a here-document or an editor that saves does it. Use --data-binary, printf, or the bytes themselves.',
  'line-ends': `Read the body in binary mode; a text mode changes line ends. ${rawBodyRemedy}`,
  'white-space': `Do not trim the body. ${rawBodyRemedy}`,
  'byte-order-mark': `Read the body as bytes: a reader or an editor adds or takes away the mark. ${rawBodyRemedy}`,
  nul: 'Pass the body’s length along; do not treat it as text that ends with a NUL byte.',
  typography:
    'Take the body from the request itself: what was copied through a document or a chat is no longer the same bytes.',
  encoding: `${bytesFirst} Name UTF-8 wherever a text is made of bytes.`,
  'unicode-form': `${bytesFirst} Normalise nothing before the check.`,
  'form-escaping':
    'Read the body raw, not through a form parser: its Content-Type is application/json. See the raw-body recipe of your framework.',
  'html-escaping': `Let no filter (input sanitising, magic quotes, a template) touch the body. ${rawBodyRemedy}`,
  compression:
    'Check the signature over the body as the service signed it: decompress, or do not, at the same place where the gateway or proxy in front of you does; see the recipe for gateways and proxies.',
  base64:
    'Decode the body where the gateway passes it on as Base64 (isBase64Encoded) before checking, and encode nothing else.',
  'quoted-printable': `${bytesFirst} Take the body from the request itself, not from a mail.`,
  hexadecimal: 'Use the body’s bytes, not their hexadecimal form.',
  wrapped: `Use the body itself, not a text or a list that contains it. ${rawBodyRemedy}`,
  'payload-only': 'Sign the whole raw body, not only its payload.',
  'empty-body': `Read the raw body before another part of the program consumes the request. ${rawBodyRemedy}`,
  'not-the-body': `Pass the raw bytes to HMAC, not a parsed object or its text. ${rawBodyRemedy}`,
  'api-password': `The API key must not be used for callbacks. ${signingKey}`,
  'api-login': `The API key must not be used for callbacks. ${signingKey}`,
  'api-login-password': `The API key must not be used for callbacks. ${signingKey}`,
  'other-signing-key': `${signingKey} After changing keys, accept both until no callback uses the old one.`,
  'missing-key': 'Set the signing key where the receiver reads it, and refuse to start without it.',
  'key-white-space': trimKey,
  'key-newline': trimKey,
  'key-quotes': trimKey,
  'key-hex': 'Use the key’s text as UTF-8 bytes: neither decode it from hexadecimal nor encode it.',
  'key-base64': 'Use the key’s text as UTF-8 bytes: neither decode it from Base64 nor encode it.',
  'key-prefix': 'Use the whole key as the service shows it, with its prefix and with nothing before it.',
  'key-cut':
    'Use the whole key as the service shows it: compare its length and both ends. Put it in quotes where a file or a shell may cut it.',
  'key-plus': 'Escape the key’s plus signs where it passes through a form or an address.',
  'key-case': 'Use the key’s letters as the service shows them.',
  'key-encoding': 'Turn the key into bytes as UTF-8, without a byte order mark.',
  'key-hashed': 'Use the key itself, not its hash.',
  'key-doubled': 'Paste the key once.',
  'iso-header': 'Pass X-Signature-Timestamp on as it was sent: as the text of a number, not as a date.',
  seconds: `The timestamp is in milliseconds. ${header}`,
  'timestamp-left-out': messageRemedy,
  separator: messageRemedy,
  order: messageRemedy,
  scheme: messageRemedy,
  'body-left-out': messageRemedy,
  plain: algorithmRemedy,
  'plain-hash': algorithmRemedy,
  swapped: `${algorithmRemedy} Check the order of arguments in your library.`,
  'encoding-of-signature': formRemedy,
};

const byFamily: Record<string, string> = {
  timestamp: header,
  message: messageRemedy,
  signature: formRemedy,
  algorithm: algorithmRemedy,
  key: signingKey,
  body: rawBodyRemedy,
};

/** Causes that are fixed by using the body as received; the recipes in `recipes.ts` show how. */
const needRawBody = new Set([
  'reserialized',
  'newline-removed',
  'line-ends',
  'white-space',
  'byte-order-mark',
  'encoding',
  'unicode-form',
  'form-escaping',
  'html-escaping',
  'compression',
  'base64',
  'wrapped',
  'payload-only',
  'empty-body',
  'not-the-body',
]);

/** Returns what to change in the receiver for a cause, in one or two sentences. */
export function remedyFor(family: string, code: string): string {
  if (family === 'signature') {
    return formRemedy;
  }
  return remedies[code] ?? byFamily[family] ?? rawBodyRemedy;
}

/** Returns whether a raw-body recipe fixes the cause. */
export function needsRawBody(family: string, code: string): boolean {
  return (family === 'body' || code === 'payload-only') && needRawBody.has(code);
}
