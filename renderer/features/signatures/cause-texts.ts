import type { SignatureExplanation, SignatureFinding } from '../../../preload/contract/signatures.ts';

/** A cause for people who do not program; the finding itself says it exactly. */
const causeTexts: Record<string, string> = {
  reserialized: 'The JSON was parsed and written again before the check.',
  'newline-removed': 'A line end of the body was lost before the check.',
  'newline-added': 'A line end was added to the body before the check.',
  'line-ends': 'The line ends of the body were changed before the check.',
  'white-space': 'Spaces of the body were changed before the check.',
  'byte-order-mark': 'A byte order mark was added to the body, or taken from it, before the check.',
  nul: 'A NUL byte was added to the body, or taken from it, before the check.',
  typography: 'Quotes or spaces of the body were changed by copying it.',
  encoding: 'The body was read in another character set before the check.',
  'unicode-form': 'The Unicode form of the body was changed before the check.',
  'form-escaping': 'The body was read as a form before the check.',
  'html-escaping': 'The body was escaped or unescaped as HTML before the check.',
  compression: 'The body was compressed or decompressed before the check.',
  base64: 'The body was encoded or decoded as Base64 before the check.',
  hexadecimal: 'The body was encoded or decoded as hexadecimal before the check.',
  wrapped: 'The body was put into another text, or taken out of one, before the check.',
  'payload-only': 'Only the payload was signed, not the whole body.',
  'empty-body': 'An empty body was signed: the body was already read when the check ran.',
  'not-the-body': 'Something other than the body was signed.',
  'api-password': 'The API key was used instead of the signing key.',
  'api-login': 'The API key was used instead of the signing key.',
  'api-login-password': 'The API key was used instead of the signing key.',
  'other-signing-key': 'Another signing key was used.',
  'missing-key': 'No signing key was set.',
  seconds: 'The timestamp was signed in seconds instead of milliseconds.',
  created: 'The body’s own time was signed instead of the header.',
  'timestamp-left-out': 'No timestamp was signed.',
  separator: 'Timestamp and body were not joined by a colon.',
  order: 'The body was signed before the timestamp.',
  'body-left-out': 'The body was not signed.',
  'plain-hash': 'A plain hash was used instead of HMAC.',
  swapped: 'Key and message were swapped.',
};

const families: Record<SignatureFinding['family'], string> = {
  key: 'The key was changed before it was used.',
  body: 'The body was changed before the check.',
  timestamp: 'Another form of the timestamp was signed.',
  message: 'The signed text was put together differently.',
  signature: 'The signature is written in another form.',
  algorithm: 'Another algorithm was used.',
  combined: 'Two things were changed at once.',
};

/** Returns the headline of a cause; of two causes both. */
export function causeText({ code, family }: Pick<SignatureFinding, 'code' | 'family'>): string {
  if (family === 'signature') {
    return families.signature;
  }
  const partTexts = code.split('+').map((part) => causeTexts[part]);
  const texts = [...new Set(partTexts.filter((one) => one !== undefined))];
  return texts.length > 0 && partTexts.every((one) => one !== undefined) ? texts.join(' ') : families[family];
}

const endings: Record<NonNullable<SignatureExplanation['stoppedBy']>, string> = {
  cancelled: 'You stopped the search before a cause was found.',
  budget: 'The search stopped at its time limit without finding a cause.',
  'too-large': 'The body is too large to search.',
  limit: 'The body is too large for part of the search. The rest found no cause.',
};

/** Returns what came of a search that proved no cause. */
export function nothingFoundText({
  matches,
  stoppedBy,
  tried,
}: Pick<SignatureExplanation, 'matches' | 'stoppedBy' | 'tried'>): string {
  if (matches) {
    return 'The signature matches after all.';
  }
  if (stoppedBy !== undefined) {
    return endings[stoppedBy];
  }
  return tried > 0 ? 'No cause found.' : 'No search was made.';
}
