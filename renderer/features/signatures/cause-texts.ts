import type { SignatureFinding } from '../../../preload/contract/signatures.ts';

/** A cause in a few words, for the line above the verdicts; the finding itself has the whole sentence. */
const causeTexts: Record<string, string> = {
  reserialized: 'the body was re-serialised',
  'newline-removed': 'a line end of the body was lost',
  'newline-added': 'a line end was added to the body',
  'line-ends': 'the line ends of the body were changed',
  'white-space': 'white space of the body was changed',
  'byte-order-mark': 'a byte order mark was added or lost',
  nul: 'a NUL byte was added or lost',
  typography: 'quotes or spaces of the body were changed by copying',
  encoding: 'the body was read in another character set',
  'unicode-form': 'the Unicode form of the body was changed',
  'form-escaping': 'the body was escaped or unescaped as a form',
  'html-escaping': 'the body was escaped or unescaped as HTML',
  compression: 'the body was compressed or decompressed',
  base64: 'the body was encoded or decoded as Base64',
  hexadecimal: 'the body was encoded or decoded as hexadecimal',
  wrapped: 'the body was put into, or taken out of, another text',
  'payload-only': 'only the payload was signed',
  'empty-body': 'an empty body was signed',
  'not-the-body': 'something other than the body was signed',
  'api-password': 'the API key was used instead of the signing key',
  'api-login': 'the API key was used instead of the signing key',
  'api-login-password': 'the API key was used instead of the signing key',
  'other-signing-key': 'a different signing key was used',
  'missing-key': 'no signing key was set',
  seconds: 'the timestamp was signed in seconds',
  created: 'the body’s own time was signed instead of the header',
  'timestamp-left-out': 'no timestamp was signed',
  separator: 'timestamp and body were not joined by a colon',
  order: 'the body was signed before the timestamp',
  'body-left-out': 'the body was not signed',
  'plain-hash': 'a plain hash was used instead of HMAC',
  swapped: 'key and message were swapped',
};

const families: Record<SignatureFinding['family'], string> = {
  key: 'the key was changed before it was used',
  body: 'the body was changed',
  timestamp: 'another form of the timestamp was signed',
  message: 'the signed message was put together differently',
  signature: 'the signature is written in another form',
  algorithm: 'a different algorithm was used',
  combined: 'two things were changed at once',
};

/** `the body was re-serialised`; of two causes both, with “and” between them. */
export function causeText({ code, family }: Pick<SignatureFinding, 'code' | 'family'>): string {
  if (family === 'signature') {
    return families.signature;
  }
  const known = code.split('+').map((part) => causeTexts[part]);
  const texts = [...new Set(known.filter((one) => one !== undefined))];
  return texts.length > 0 && known.every((one) => one !== undefined)
    ? texts.join(', and ')
    : families[family];
}
