import { textOf } from './message.ts';

/** Properties of a body that matter for its signature. */
export interface BodyDetails {
  bytes: number;
  crlf: number;
  lf: number;
  cr: number;
  /** Begins with a UTF-8 byte order mark. */
  mark: boolean;
  nul: number;
  /** True if all of it is UTF-8. */
  utf8: boolean;
  /** It ends with a line end. */
  endsLine: boolean;
}

export function detailsOf(bytes: Uint8Array): BodyDetails {
  const counts = { crlf: 0, lf: 0, cr: 0, nul: 0 };
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === 0x0a) {
      counts[bytes[at - 1] === 0x0d ? 'crlf' : 'lf'] += 1;
    } else if (byte === 0x0d && bytes[at + 1] !== 0x0a) {
      counts.cr += 1;
    } else if (byte === 0) {
      counts.nul += 1;
    }
  }
  const last = bytes.at(-1);
  return {
    ...counts,
    utf8: textOf(bytes) !== undefined,
    bytes: bytes.length,
    mark: bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf,
    endsLine: last === 0x0a || last === 0x0d,
  };
}

/** Returns why a field for text cannot hold these bytes exactly; undefined where it can. */
export function whyNotText({ utf8, crlf, cr }: BodyDetails): string | undefined {
  if (!utf8) {
    return 'It is not UTF-8, so a text field cannot hold it exactly.';
  }
  if (crlf > 0) {
    return 'It has CRLF line ends, which a text field would change to LF.';
  }
  if (cr > 0) {
    return 'It has CR line ends, which a text field would change to LF.';
  }
  return undefined;
}

/** Line ends, byte order mark and encoding as text, most important first. */
export function detailTexts(facts: BodyDetails): string[] {
  const ends = [
    [facts.crlf, 'CRLF'],
    [facts.lf, 'LF'],
    [facts.cr, 'CR'],
  ] as const;
  const kinds = ends.filter(([count]) => count > 0);
  const parts = kinds.map(([count, name]) => `${count.toLocaleString('en')} × ${name}`);
  if (facts.bytes > 0 && kinds.length === 0) {
    parts.push('one line, no line end');
  } else if (kinds.length > 0) {
    parts.push(facts.endsLine ? 'ends with a line end' : 'no final line end');
  }
  if (kinds.length > 1) {
    parts.unshift('mixed line ends');
  }
  if (facts.mark) {
    parts.unshift('byte order mark');
  }
  if (!facts.utf8) {
    parts.unshift('not UTF-8');
  }
  if (facts.nul > 0) {
    parts.push(`${facts.nul.toLocaleString('en')} × NUL`);
  }
  return parts;
}
