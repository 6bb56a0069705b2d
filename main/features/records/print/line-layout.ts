import bidiModule from 'bidi-js';

/** A part of a text in one font; `''` is the font that is set. */
export interface Piece {
  face: string;
  text: string;
}

export interface Line {
  /** As it is read. */
  text: string;
  /** The pieces from left to right. Text of right-to-left letters is one piece for each word, which the shaping of its font reverses. */
  visual: Piece[];
  /** In points. */
  width: number;
}

// The types do not say that Node gives the function itself.
const bidi = (bidiModule as unknown as typeof bidiModule.default)();
const words = new Intl.Segmenter('en', { granularity: 'word' });
const rightToLeft = /^[\p{L}\p{M}\u200c\u200d]+$/u;
const isolates = /^[\u2068\u2069]+$/;

/** Breaks texts of several fonts into lines, and puts each line into the order in which it is seen (UAX #9). */
export class LineLayout {
  readonly #widthOf: (face: string, text: string) => number;

  /** @param widthOf measures a text in points */
  constructor(widthOf: (face: string, text: string) => number) {
    this.#widthOf = widthOf;
  }

  /** At least one line; no line is wider than `width` unless a single letter is. */
  lines(pieces: readonly Piece[], width: number): Line[] {
    const text = pieces.map((piece) => piece.text).join('');
    const faces = pieces.flatMap((piece) => Array<string>(piece.text.length).fill(piece.face));
    const { levels, paragraphs } = bidi.getEmbeddingLevels(text);
    return this.#breaks(text, faces, width).map(([start, end]) => {
      const base = paragraphs.find((one) => one.start <= start && start <= one.end)?.level ?? 0;
      const visual = visualOrder(text, faces, levels, start, end, base);
      return {
        text: text.slice(start, end).replaceAll(/[\u2068\u2069]/g, ''),
        visual,
        width: visual.reduce((sum, piece) => sum + this.#widthOf(piece.face, piece.text), 0),
      };
    });
  }

  /** Returns the start and the end of each line, without the spaces at its end. */
  #breaks(text: string, faces: readonly string[], width: number): [number, number][] {
    const lines: [number, number][] = [];
    let start = 0;
    let usedWidth = 0;
    const end = (at: number) => {
      lines.push([start, start + text.slice(start, at).trimEnd().length]);
      usedWidth = 0;
    };
    for (const unit of units(text)) {
      if (unit.text === '\n') {
        end(unit.at);
        start = unit.at + 1;
        continue;
      }
      const textWidth = this.#width(text, faces, unit.at, unit.at + unit.text.trimEnd().length);
      if (usedWidth + textWidth > width && usedWidth > 0) {
        end(unit.at);
        start = unit.at;
      }
      if (textWidth <= width) {
        usedWidth += this.#width(text, faces, unit.at, unit.at + unit.text.length);
        continue;
      }
      for (let at = unit.at; at < unit.at + unit.text.length; ) {
        const next = nextLetter(text, faces, at);
        const one = this.#width(text, faces, at, next);
        if (usedWidth + one > width && usedWidth > 0) {
          end(at);
          start = at;
        }
        usedWidth += one;
        at = next;
      }
    }
    end(text.length);
    return lines;
  }

  #width(text: string, faces: readonly string[], start: number, end: number): number {
    return runs(text, faces, start, end).reduce((sum, run) => sum + this.#widthOf(run.face, run.text), 0);
  }
}

/** Parts of a text between which a line may end: a word with what stands around it up to the next space, or a word of a script without spaces. */
function units(text: string): { at: number; text: string }[] {
  const breaks: { at: number; text: string }[] = [];
  let wasWord = false;
  for (const { segment, index, isWordLike = false } of words.segment(text)) {
    const last = breaks.at(-1);
    const isBreak =
      segment === '\n' || last === undefined || /\s$/.test(last.text) || (wasWord && isWordLike);
    if (isBreak && !(/^ +$/.test(segment) && last !== undefined && last.text !== '\n')) {
      breaks.push({ at: index, text: segment });
    } else if (last !== undefined) {
      last.text += segment;
    }
    wasWord = isWordLike;
  }
  return breaks;
}

/** Returns the end of the letter at a position; a code such as `\u{1f600}` may be broken. */
function nextLetter(text: string, faces: readonly string[], at: number): number {
  const marks = /^.[\p{M}\u200c\u200d]*/su.exec(text.slice(at, at + 40))?.[0].length ?? 1;
  const isPair = /[\ud800-\udbff]/.test(text[at] ?? '') && at + 1 < faces.length;
  return at + Math.max(marks, isPair ? 2 : 1);
}

/** Consecutive characters of one font, without isolates, which have no form. */
function runs(text: string, faces: readonly string[], start: number, end: number): Piece[] {
  const result: Piece[] = [];
  for (let at = start; at < end; at += 1) {
    const letter = text[at] ?? '';
    const face = faces[at] ?? '';
    const last = result.at(-1);
    if (isolates.test(letter)) {
      continue;
    }
    if (last?.face === face) {
      last.text += letter;
    } else {
      result.push({ face, text: letter });
    }
  }
  return result;
}

function visualOrder(
  text: string,
  faces: readonly string[],
  levels: Uint8Array,
  start: number,
  end: number,
  base: number,
): Piece[] {
  const pieces: (Piece & { level: number })[] = [];
  for (let at = start; at < end; at += 1) {
    const letter = text[at] ?? '';
    const face = faces[at] ?? '';
    const level = levels[at] ?? base;
    const last = pieces.at(-1);
    if (isolates.test(letter)) {
      continue;
    }
    const isOne = last?.face === face && last.level === level;
    const isLow = /[\udc00-\udfff]/.test(letter);
    // In right-to-left text only letters are shaped together; spaces, signs and digits each have their own place, and signs are mirrored.
    const isTogether =
      level % 2 === 0
        ? !/\p{Nd}/u.test(letter) || /[0-9]/.test(letter)
        : rightToLeft.test((last?.text ?? '') + letter);
    if (last !== undefined && isOne && (isLow || isTogether)) {
      last.text += letter;
    } else {
      const mirror = level % 2 === 1 ? (bidi.getMirroredCharacter(letter) ?? letter) : letter;
      pieces.push({ face, level, text: mirror });
    }
  }
  const highest = pieces.reduce((most, { level }) => Math.max(most, level), 0);
  for (let level = highest; level > 0; level -= 1) {
    for (let from = 0; from < pieces.length; from += 1) {
      let to = from;
      while ((pieces[to]?.level ?? -1) >= level) {
        to += 1;
      }
      pieces.splice(from, to - from, ...pieces.slice(from, to).reverse());
      from = Math.max(from, to);
    }
  }
  return pieces.map(({ face, text: shown }) => ({ face, text: shown }));
}
