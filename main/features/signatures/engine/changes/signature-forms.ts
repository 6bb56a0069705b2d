import { signatureFault } from '../signature.ts';
import type { Change } from './change.ts';

/** An interpretation of the received signature as bytes. */
export interface SignatureForm {
  digest: Buffer;
  /** Absent when it is written as interface 6.4 requires. */
  change?: Change;
}

/** The lengths of known digests, in bytes. */
const digestLengths = new Set([16, 20, 28, 32, 48, 64]);

function changedForm(digest: Buffer, code: string, variant: string, cause: string): SignatureForm {
  return { digest, change: { code, variant, family: 'signature', cause } };
}

/** Returns all interpretations of `X-Signature` as bytes: hexadecimal, Base64, without prefixes, quotes and white space. */
export function signatureForms(signature: string): SignatureForm[] {
  if (signatureFault(signature) === undefined) {
    return [{ digest: Buffer.from(signature, 'hex') }];
  }
  const forms: SignatureForm[] = [];
  for (const [text, code, variant, what] of texts(signature)) {
    for (const { digest, form, name } of decodings(text)) {
      if (!digestLengths.has(digest.length)) {
        continue;
      }
      if (forms.some((other) => other.digest.equals(digest))) {
        continue;
      }
      const label = [what, name].filter(Boolean).join(', ');
      // Lower-case hexadecimal of another length is written correctly; only the algorithm differs.
      if (label === '') {
        forms.push({ digest });
      } else {
        forms.push(
          changedForm(
            digest,
            name ? 'encoding' : code,
            [variant, form].filter(Boolean).join('+'),
            `The signature is right but written ${label}; the service sends 64 lower-case hexadecimal characters and nothing else.`,
          ),
        );
      }
    }
  }
  return forms.slice(0, 16);
}

type Text = [text: string, code: string, variant: string, what: string];

/** Returns the parts of the header's value that may be the signature, with what surrounded them. */
function texts(signature: string): Text[] {
  const content = signature.trim();
  const list: Text[] = [[signature, 'encoding', '', '']];
  const add = (text: string | undefined, code: string, variant: string, what: string) => {
    if (text && list.length < 40) {
      list.push([text, code, variant, what]);
    }
  };
  add(content, 'white-space', 'trimmed', 'with white space around it');
  add(/^(["'`])(.*)\1$/s.exec(content)?.[2], 'quotes', 'quoted', 'in quotes');
  add(/^0x(.*)$/is.exec(content)?.[1], 'prefix', '0x', 'with “0x” before it');
  for (const part of content.split(/[\s,;]+/)) {
    const [, name, value] = /^([A-Za-z][\w-]{0,31})[=:](.+)$/s.exec(part) ?? [];
    add(value, 'prefix', name ?? '', `with the prefix “${name}=” before it`);
    if (part !== content) {
      add(part, 'prefix', 'list', 'among other parts');
    }
  }
  add(content.replace(/[\s:-]/g, ''), 'separators', 'grouped', 'with separators between its characters');
  try {
    add(decodeURIComponent(content), 'encoding', 'uri', 'with percent signs');
  } catch {
    // Not URL-encoded, so there is nothing to decode.
  }
  return list;
}

function decodings(text: string): { digest: Buffer; form: string; name: string }[] {
  const list: { digest: Buffer; form: string; name: string }[] = [];
  const hex = /^([0-9a-fA-F]{2}){16,64}$/;
  if (hex.test(text)) {
    const lower = text === text.toLowerCase();
    list.push({
      digest: Buffer.from(text, 'hex'),
      form: lower ? '' : 'upper-case',
      name: lower ? '' : 'in upper case',
    });
  }
  if (/^[A-Za-z0-9+/_-]{21,88}={0,2}$/.test(text)) {
    const url = /[-_]/.test(text) || !text.endsWith('=');
    list.push({
      digest: Buffer.from(text, 'base64'),
      form: url ? 'base64url' : 'base64',
      name: url ? 'in base64url' : 'in Base64',
    });
  }
  if (/^[A-Za-z0-9+/_-]{40,180}={0,2}$/.test(text)) {
    const inner = Buffer.from(text, 'base64').toString('latin1');
    if (hex.test(inner)) {
      list.push({
        digest: Buffer.from(inner, 'hex'),
        form: 'base64-of-hex',
        name: 'in Base64 of its hexadecimal text',
      });
    }
  }
  return list;
}
