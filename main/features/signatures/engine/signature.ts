import { timingSafeEqual } from 'node:crypto';

export type SignatureCode =
  | 'match'
  | 'mismatch'
  | 'white-space'
  | 'prefix'
  | 'base64'
  | 'not-hexadecimal'
  | 'wrong-length'
  | 'upper-case'
  | 'missing'
  | 'short-body';

/**
 * The result of comparing `X-Signature` with the expected one; `malformed` when it can never be equal; `unchecked` when a
 * header, the body or the end of the body is not at hand.
 */
export interface SignatureVerdict {
  verdict: 'match' | 'mismatch' | 'malformed' | 'unchecked';
  /** The reason. */
  code: SignatureCode;
  sentence: string;
}

const digestNames: Record<number, string> = {
  32: 'MD5',
  40: 'SHA-1',
  96: 'SHA-384',
  128: 'SHA-512',
};

/** Compares in constant time. `signature` is the header's value as received, not trimmed or lowercased. */
export function checkSignature(signature: string, expected: Uint8Array): SignatureVerdict {
  const fault = signatureFault(signature);
  if (fault) {
    return { verdict: 'malformed', ...fault };
  }
  return timingSafeEqual(Buffer.from(signature, 'hex'), expected)
    ? {
        verdict: 'match',
        code: 'match',
        sentence: 'The signature matches: this body was signed with this key.',
      }
    : {
        verdict: 'mismatch',
        code: 'mismatch',
        sentence: 'The signature does not match: the key, the timestamp or the body is not what was signed.',
      };
}

/** Returns why a text cannot be a signature of interface 6.4 (64 lowercase hexadecimal characters), or undefined when it can. */
export function signatureFault(signature: string): { code: SignatureCode; sentence: string } | undefined {
  if (signature.trim() !== signature) {
    return { code: 'white-space', sentence: 'There is white space around the signature.' };
  }
  if (/^[0-9a-f]{64}$/.test(signature)) {
    return undefined;
  }
  if (/^[0-9a-fA-F]{64}$/.test(signature)) {
    return {
      code: 'upper-case',
      sentence: 'The signature is in upper case; the service sends lower case hexadecimal.',
    };
  }
  const prefix = /^([A-Za-z][A-Za-z0-9_-]{0,15})[=:, ]\s*(?=\S{20})/.exec(signature);
  if (prefix) {
    return {
      code: 'prefix',
      sentence: `There is a prefix, “${prefix[1]}”, before the signature; the service sends none.`,
    };
  }
  return hexadecimalFault(signature);
}

function hexadecimalFault(signature: string): { code: SignatureCode; sentence: string } {
  const stray = /[^0-9a-fA-F]/.exec(signature);
  if (!stray) {
    const name = digestNames[signature.length];
    const like = name ? `, the length of ${name}` : '';
    return {
      code: 'wrong-length',
      sentence: `The signature has ${signature.length} characters instead of 64${like}.`,
    };
  }
  if (/^[A-Za-z0-9+/_-]{43}=?$/.test(signature)) {
    return {
      code: 'base64',
      sentence: 'The signature is Base64; the service sends 64 hexadecimal characters.',
    };
  }
  const quote = JSON.stringify(String.fromCodePoint(signature.codePointAt(stray.index) ?? 0));
  return {
    code: 'not-hexadecimal',
    sentence: `The signature is not hexadecimal: character ${stray.index + 1} of ${signature.length} is ${quote}.`,
  };
}
