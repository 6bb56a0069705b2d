/** Converts bytes to text formats and back. Nothing is trimmed or repaired silently. */

export type BodyForm = 'text' | 'hexadecimal' | 'base64';

/** Text as bytes, or why it cannot be converted. */
export type Read = { ok: true; bytes: Uint8Array } | { ok: false; fault: string };

export function readForm(form: BodyForm, text: string): Read {
  if (form === 'text') {
    return readText(text);
  }
  return form === 'hexadecimal' ? readHexadecimal(text) : readBase64(text);
}

export function writeForm(form: BodyForm, bytes: Uint8Array): string {
  if (form === 'text') {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  }
  return form === 'hexadecimal' ? toHexadecimal(bytes) : toBase64(bytes);
}

function readText(text: string): Read {
  if (!text.isWellFormed()) {
    return {
      ok: false,
      fault: 'It contains half a character (a lone surrogate), which UTF-8 cannot encode.',
    };
  }
  return { ok: true, bytes: new TextEncoder().encode(text) };
}

/** White space, commas, colons, `0x` and `\x` between the pairs are how dumps are written. */
function readHexadecimal(text: string): Read {
  const digits = text.replace(/0x|\\x/gi, '').replace(/[\s,:]/g, '');
  const stray = /[^0-9a-fA-F]/.exec(digits);
  if (stray) {
    return { ok: false, fault: `“${stray[0]}” is not a hexadecimal digit.` };
  }
  if (digits.length % 2 === 1) {
    return {
      ok: false,
      fault: `There are ${digits.length.toLocaleString('en')} digits, an odd number: half a byte is missing.`,
    };
  }
  const bytes = new Uint8Array(digits.length / 2);
  for (let at = 0; at < bytes.length; at += 1) {
    bytes[at] = Number.parseInt(digits.slice(at * 2, at * 2 + 2), 16);
  }
  return { ok: true, bytes };
}

/** Standard and URL-safe alphabets, with or without padding. */
function readBase64(text: string): Read {
  const compact = text.replace(/\s/g, '').replaceAll('-', '+').replaceAll('_', '/');
  const digits = compact.replace(/={1,2}$/, '');
  const stray = /[^A-Za-z0-9+/]/.exec(digits);
  if (stray) {
    return { ok: false, fault: `“${stray[0]}” is not a Base64 character.` };
  }
  if (digits.length % 4 === 1) {
    return { ok: false, fault: 'A character is missing or extra: Base64 never has this length.' };
  }
  const binary = atob(digits);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < bytes.length; at += 1) {
    bytes[at] = binary.charCodeAt(at);
  }
  return { ok: true, bytes };
}

export function toHexadecimal(bytes: Uint8Array): string {
  const pairs = new Array<string>(bytes.length);
  for (let at = 0; at < bytes.length; at += 1) {
    pairs[at] = (bytes[at] ?? 0).toString(16).padStart(2, '0');
  }
  return pairs.join(' ');
}

function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += 0x2000) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x2000));
  }
  return btoa(binary);
}

export function fromHexadecimal(text: string): Uint8Array {
  const read = readHexadecimal(text);
  return read.ok ? read.bytes : new Uint8Array();
}
