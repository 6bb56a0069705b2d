/** A body cut into rows for looking at: bytes `starts[i]` up to `starts[i + 1]`. */
export interface BodyRows {
  total: number;
  from(index: number): number;
  to(index: number): number;
}

/** A row of text has at most this many bytes, a row of hexadecimal exactly this many. */
const textRow = 112;
export const hexRow = 16;
/** Longer bodies are cut at even distances: finding their lines would keep the window waiting. Bytes. */
const maxIndexed = 2 * 1024 * 1024;

export function hexRows(bytes: Uint8Array): BodyRows {
  return evenRows(bytes.length, hexRow);
}

/** Rows end after a line end, or where they are full. */
export function textRows(bytes: Uint8Array): BodyRows {
  if (bytes.length > maxIndexed) {
    return wholeCharacters(bytes, evenRows(bytes.length, textRow));
  }
  const starts = [0];
  let start = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    const ends = byte === 0x0a || (byte === 0x0d && bytes[at + 1] !== 0x0a);
    // A character is not split: its later bytes begin with the bits 10.
    const full = at - start >= textRow - 1 && ((bytes[at + 1] ?? 0) & 0xc0) !== 0x80;
    if (!ends && !full) {
      continue;
    }
    start = at + 1;
    if (start < bytes.length) {
      starts.push(start);
    }
  }
  return {
    total: bytes.length === 0 ? 0 : starts.length,
    from: (index) => starts[index] ?? bytes.length,
    to: (index) => starts[index + 1] ?? bytes.length,
  };
}

function evenRows(length: number, width: number): BodyRows {
  return {
    total: Math.ceil(length / width),
    from: (index) => Math.min(length, index * width),
    to: (index) => Math.min(length, (index + 1) * width),
  };
}

/** Returns the same rows, each begun a little later where it would split a character of UTF-8. */
function wholeCharacters(bytes: Uint8Array, rows: BodyRows): BodyRows {
  const begin = (at: number) => {
    let rowStart = at;
    while (rowStart < at + 3 && ((bytes[rowStart] ?? 0) & 0xc0) === 0x80) {
      rowStart += 1;
    }
    return rowStart;
  };
  return { ...rows, from: (index) => begin(rows.from(index)), to: (index) => begin(rows.to(index)) };
}

/** Part of a row: text, or a sign for something invisible. */
export interface Run {
  kind: 'text' | 'space' | 'end' | 'odd';
  text: string;
}

const signs: Record<string, Run> = {
  ' ': { kind: 'space', text: '·' },
  '\t': { kind: 'space', text: '→' },
  '\r': { kind: 'end', text: 'CR' },
  '\n': { kind: 'end', text: 'LF' },
  '\ufeff': { kind: 'odd', text: 'BOM' },
  '\u00a0': { kind: 'odd', text: 'NBSP' },
  '\u0000': { kind: 'odd', text: 'NUL' },
};

/** Returns the row's text with a sign for everything invisible. */
export function runsOf(bytes: Uint8Array): Run[] {
  const runs: Run[] = [];
  const add = (run: Run) => {
    const last = runs.at(-1);
    if (last && last.kind === run.kind && run.kind !== 'end' && run.kind !== 'odd') {
      last.text += run.text;
    } else {
      runs.push({ ...run });
    }
  };
  for (const { text, bad } of decodeLoosely(bytes)) {
    if (bad) {
      add({ kind: 'odd', text });
    } else {
      for (const character of text) {
        add(signs[character] ?? invisible(character) ?? { kind: 'text', text: character });
      }
    }
  }
  return runs;
}

function invisible(character: string): Run | undefined {
  if (!/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/u.test(character)) {
    return undefined;
  }
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return { kind: 'odd', text: `U+${code}` };
}

/** UTF-8 where it is, and bytes that are no character by their number. */
function decodeLoosely(bytes: Uint8Array): { text: string; bad: boolean }[] {
  try {
    return [{ text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), bad: false }];
  } catch {
    const parts: { text: string; bad: boolean }[] = [];
    let at = 0;
    while (at < bytes.length) {
      const length = sequenceLength(bytes, at);
      const piece = bytes.subarray(at, at + Math.max(1, length));
      parts.push(
        length === 0
          ? { text: `\\x${(piece[0] ?? 0).toString(16).padStart(2, '0')}`, bad: true }
          : { text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(piece), bad: false },
      );
      at += piece.length;
    }
    return parts;
  }
}

/** Returns the length of the character that begins here; 0 where none does. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  const length = first < 0x80 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0;
  if (length === 0 || at + length > bytes.length) {
    return 0;
  }
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(at, at + length));
    return length;
  } catch {
    return 0;
  }
}
