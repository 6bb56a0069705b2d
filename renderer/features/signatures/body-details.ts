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

/** Bytes read before other work of the window can run. */
const slice = 1024 * 1024;

/** Reads a body at once: for small ones. */
export function detailsOf(bytes: Uint8Array): BodyDetails {
  const counter = createCounter();
  counter.add(bytes);
  return counter.end(bytes);
}

/** Returns the same in slices, so that the window stays responsive. Undefined once it is not wanted any more. */
export async function detailsInSlices(
  bytes: Uint8Array,
  isWanted: () => boolean,
): Promise<BodyDetails | undefined> {
  const counter = createCounter();
  for (let at = 0; at < bytes.length; at += slice) {
    counter.add(bytes.subarray(at, at + slice));
    await new Promise((resolve) => setTimeout(resolve));
    if (!isWanted()) {
      return undefined;
    }
  }
  return counter.end(bytes);
}

function createCounter() {
  const counts = { crlf: 0, lf: 0, cr: 0, nul: 0 };
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let utf8 = true;
  let afterCr = false;
  const decode = (run: () => void) => {
    try {
      if (utf8) {
        run();
      }
    } catch {
      utf8 = false;
    }
  };
  return {
    add(piece: Uint8Array) {
      decode(() => decoder.decode(piece, { stream: true }));
      for (let at = 0; at < piece.length; at += 1) {
        const byte = piece[at];
        if (byte === 0x0a) {
          if (afterCr) {
            counts.crlf += 1;
          } else {
            counts.lf += 1;
          }
        } else if (afterCr) {
          counts.cr += 1;
        }
        if (byte === 0) {
          counts.nul += 1;
        }
        afterCr = byte === 0x0d;
      }
    },
    end(bytes: Uint8Array): BodyDetails {
      decode(() => decoder.decode());
      if (afterCr) {
        counts.cr += 1;
      }
      const last = bytes.at(-1);
      return {
        ...counts,
        utf8,
        bytes: bytes.length,
        mark: bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf,
        endsLine: last === 0x0a || last === 0x0d,
      };
    },
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
