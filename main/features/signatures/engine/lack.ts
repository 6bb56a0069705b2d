import type { SignatureVerdict } from './signature.ts';

/** The available parts of a callback (interface 6.1). */
export interface AtHand {
  /** `X-Signature-Timestamp` and `X-Signature`, as received; empty when there is none. */
  timestamp: string;
  signature: string;
  /** Bytes of the body. */
  length: number;
  /** The number of bytes that `Content-Length` announces, when it is known. */
  contentLength?: number | undefined;
}

/** Returns why a signature that does not match cannot be judged: a part of what was signed is not there. */
export function lackOf({
  timestamp,
  signature,
  length,
  contentLength,
}: AtHand): SignatureVerdict | undefined {
  const missing = [
    ...(signature.trim() === '' ? ['X-Signature'] : []),
    ...(timestamp.trim() === '' ? ['X-Signature-Timestamp'] : []),
    ...(length === 0 ? ['the body'] : []),
  ];
  if (missing.length > 0) {
    const list = new Intl.ListFormat('en-GB').format(missing);
    return uncheckedVerdict('missing', `${list} ${missing.length === 1 ? 'is' : 'are'} missing.`);
  }
  const announced = contentLength ?? 0;
  if (length < announced) {
    return uncheckedVerdict(
      'short-body',
      `the body has only ${length.toLocaleString('en')} of the ${announced.toLocaleString('en')} bytes that Content-Length says.`,
    );
  }
  return undefined;
}

function uncheckedVerdict(code: 'missing' | 'short-body', reason: string): SignatureVerdict {
  return { verdict: 'unchecked', code, sentence: `Cannot be checked: ${reason}` };
}
