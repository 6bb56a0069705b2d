import PdfDocument from 'pdfkit';
import { LineLayout, type Piece } from './line-layout.ts';
import type { ReportFonts } from './report-fonts.ts';

type Options = PDFKit.Mixins.TextOptions;

/** The library's state of the font that is set, which its types leave out. */
interface FontState {
  _font: { font: Font };
  _fontSize: number;
}

interface Glyph {
  id: number;
  codePoints: number[];
}

interface Font {
  ascent: number;
  unitsPerEm: number;
  hasGlyphForCodePoint(code: number): boolean;
  /** Returns the texts that a glyph stands for by itself. */
  stringsForGlyph(id: number): string[];
  layout(text: string, ...more: unknown[]): { glyphs: Glyph[] };
}

/** The font of a letter with its marks, `''` for the one that is set, and its written form; no font if that is a code. */
type FoundFace = [face: string | undefined, shown: string];

export const quietColor = '#545d69';
export const textColor = '#1b2027';
/** Points between the margin and the values of rows. */
const valueLeft = 160;
/** The most points of a row that are kept together on one page. */
const maxWhole = 200;
/** Points between the foot of a page and its number. */
const footer = 32;

/** The note after a text with characters that no font has. */
const leftOut = ' (codes: characters that cannot be printed here)';
/** Control characters, and those that change the order of the text around them, are never printed as they are. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are meant
const unprintable = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066\u2067]/u;
const ordinary = /^[\n\u0020-\u007e\u00a0-\u024f\u2010-\u2026]*$/;
/** Right-to-left letters, and the isolates that texts of this console put around them. */
const needsOrder =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}\u2068\u2069]/u;

/**
 * A PDF whose texts may be in any script: each letter is printed with a font that has it, right-to-left text in its order. A character that no
 * font has is printed as its code, such as `\u{1f600}`, with a note. Only the letters that are used are embedded.
 */
export class ReportDocument extends PdfDocument {
  readonly #fallbacks: readonly string[];
  readonly #layout: LineLayout;
  readonly #preparedFonts = new WeakSet<Font>();
  /** The font of each letter that was printed while a font was set. */
  readonly #facesByFont = new WeakMap<Font, Map<string, FoundFace>>();

  constructor(info: PDFKit.DocumentInfo, margin: number, fonts: ReportFonts) {
    const layout = { size: 'A4', margin, bufferPages: true } as const;
    // A font of its own would be read again whenever a registered one with the same bytes is set.
    super({ ...layout, info, lang: 'en', displayTitle: true, font: '' });
    for (const [name, bytes] of Object.entries(fonts)) {
      this.registerFont(name, Buffer.from(bytes));
    }
    this.#fallbacks = Object.keys(fonts).filter((name) => name !== 'bold');
    this.font('regular');
    this.#layout = new LineLayout((face, text) => this.#inFace(face, () => super.widthOfString(text)));
  }

  override text(text: string, options?: Options): this;
  override text(text: string, x?: number, y?: number, options?: Options): this;
  override text(text: string, x?: number | Options, y?: number, options?: Options): this {
    const offset = (typeof x === 'object' ? x : options) ?? {};
    const pieces = this.#pieces(text);
    if (typeof pieces === 'string') {
      return typeof x === 'object' ? super.text(pieces, x) : super.text(pieces, x, y, options);
    }
    this.x = typeof x === 'number' ? x : this.x;
    this.y = y ?? this.y;
    this.#write(pieces, offset);
    return this;
  }

  override font(source: PDFKit.Mixins.PDFFontSource, family?: string | number, size?: number): this {
    super.font(source, family as string, size);
    const { font } = this.#state();
    if (!this.#preparedFonts.has(font)) {
      this.#preparedFonts.add(font);
      placeEveryMark(font);
      // Lines with letters of other fonts contain their text (`ActualText`).
      if (source === 'regular' || source === 'bold') {
        nameParts(font);
      }
    }
    return this;
  }

  override heightOfString(text: string, options: Options = {}): number {
    const pieces = this.#pieces(text);
    return typeof pieces === 'string'
      ? super.heightOfString(pieces, options)
      : this.#lines(pieces, options).length * this.currentLineHeight(true);
  }

  override widthOfString(text: string, options?: Options): number {
    const pieces = this.#pieces(text);
    return typeof pieces === 'string'
      ? super.widthOfString(pieces, options)
      : Math.max(...this.#layout.lines(pieces, Number.POSITIVE_INFINITY).map(({ width }) => width));
  }

  /**
   * Writes a value beside its label; a row that does not fit begins a new page.
   * @param inset points from the margin, on both sides
   */
  row(label: string, value: string, inset = 0): void {
    const { left } = this.page.margins;
    const { labelWidth, width } = this.#rowWidths(inset);
    const height = this.rowHeight(label, value, inset);
    if (this.y + height > this.page.height - this.page.margins.bottom) {
      this.addPage();
    }
    const top = this.y;
    this.fillColor(quietColor).text(label, left + inset, top, { width: labelWidth });
    this.fillColor(textColor).text(value, left + valueLeft, top, { width });
    this.y = Math.max(this.y, top + height) + 2;
    this.x = left;
  }

  /** Returns the points of a row that are kept together on one page. */
  rowHeight(label: string, value: string, inset = 0): number {
    const { labelWidth, width } = this.#rowWidths(inset);
    this.font('regular').fontSize(9);
    const labelHeight = this.heightOfString(label, { width: labelWidth });
    return Math.min(Math.max(labelHeight, this.heightOfString(value, { width })), maxWhole);
  }

  #rowWidths(inset: number) {
    const { left, right } = this.page.margins;
    return {
      labelWidth: valueLeft - 10 - inset,
      width: this.page.width - left - right - valueLeft - inset,
    };
  }

  /** Writes a line such as `Run r-1    page 2 of 3` at the foot of every page. */
  numberPages(subject: string): void {
    const { start, count } = this.bufferedPageRange();
    for (let page = start; page < start + count; page += 1) {
      this.switchToPage(page);
      const { margins, height } = this.page;
      const { bottom } = margins;
      // Below the bottom margin a text would begin a new page.
      margins.bottom = 0;
      this.font('regular').fontSize(8).fillColor(quietColor);
      const foot = `${subject}    page ${page - start + 1} of ${count}`;
      this.text(foot, margins.left, height - footer, { lineBreak: false });
      margins.bottom = bottom;
    }
  }

  #write(pieces: readonly Piece[], options: Options): void {
    const { x: left } = this;
    const height = this.currentLineHeight(true);
    const { font, size } = this.#state();
    const ascent = (font.ascent / font.unitsPerEm) * size;
    const end = options.height === undefined ? Number.POSITIVE_INFINITY : this.y + options.height;
    for (const [index, line] of this.#lines(pieces, options).entries()) {
      if (index > 0 && this.y + height > end + 0.01) {
        break;
      }
      if (this.y + height > this.page.height - this.page.margins.bottom) {
        this.addPage();
      }
      const top = this.y;
      let from = left;
      // For copying and searching, since the pieces are in the order in which they are seen.
      this.markContent('Span', { actual: line.text });
      for (const { face, text } of line.visual) {
        from += this.#inFace(face, () => {
          super.text(text, from, top + ascent, { lineBreak: false, baseline: 'alphabetic' });
          return super.widthOfString(text);
        });
      }
      this.endMarkedContent();
      this.x = left;
      this.y = top + height;
    }
  }

  #lines(pieces: readonly Piece[], options: Options) {
    const { page, x } = this;
    const whole = options.width ?? page.width - page.margins.right - x;
    return this.#layout.lines(pieces, options.lineBreak === false ? Number.POSITIVE_INFINITY : whole);
  }

  /** Returns the text itself where the font that is set prints all of it unchanged; otherwise pieces of one font each. */
  #pieces(text: string): string | Piece[] {
    if (ordinary.test(text)) {
      return text;
    }
    const { font } = this.#state();
    const isWhole = [...text].every((letter) => letter === '\n' || has(font, letter));
    if (isWhole && !unprintable.test(text) && !needsOrder.test(text)) {
      return text;
    }
    const faces = this.#facesByFont.get(font) ?? new Map<string, FoundFace>();
    this.#facesByFont.set(font, faces);
    const pieces: Piece[] = [];
    let isMissing = false;
    for (const { segment } of letters.segment(text)) {
      const [face, letter] = faces.get(segment) ?? this.#faceOf(segment);
      faces.set(segment, [face, letter]);
      isMissing ||= face === undefined;
      pieces.push({ face: face ?? '', text: letter });
    }
    return isMissing ? [...pieces, { face: '', text: leftOut }] : pieces;
  }

  #faceOf(letter: string): FoundFace {
    if (letter === '\n' || letter === '\u2068' || letter === '\u2069') {
      return ['', letter];
    }
    if (!unprintable.test(letter)) {
      for (const form of [letter, letter.normalize('NFC')]) {
        const face = ['', ...this.#fallbacks].find((name) =>
          this.#inFace(name, () =>
            [...form].every((part) => isIgnorable(part) || has(this.#state().font, part)),
          ),
        );
        if (face !== undefined) {
          return [face, form];
        }
      }
    }
    return [undefined, [...letter].map(codeOf).join('')];
  }

  #inFace<T>(face: string, work: () => T): T {
    const state = this as unknown as FontState;
    const { _font } = state;
    if (face !== '') {
      this.font(face);
    }
    try {
      return work();
    } finally {
      state._font = _font;
    }
  }

  #state() {
    const { _font, _fontSize } = this as unknown as FontState;
    return { font: _font.font, size: _fontSize };
  }
}

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

function has(font: Font, letter: string): boolean {
  return font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);
}

/** Joiners and selectors change the letters beside them and have no form of their own. */
function isIgnorable(part: string): boolean {
  return /\p{Default_Ignorable_Code_Point}/u.test(part);
}

function codeOf(part: string): string {
  return `\\u{${(part.codePointAt(0) ?? 0).toString(16)}}`;
}

/** The features that place marks at letters (OpenType 1.9.1, "Registered features"). */
const withoutMarks = { mark: false, mkmk: false, abvm: false, blwm: false, curs: false };

/** Sets texts without moving their marks where a font has no place for a mark at a letter, for which the library fails. */
function placeEveryMark(font: Font): void {
  const layout = font.layout.bind(font);
  font.layout = (text, ...more) => {
    try {
      return layout(text, ...more);
    } catch {
      return layout(text, withoutMarks);
    }
  };
}

/**
 * Makes copied text exact where a font builds a letter from another one and a mark. Otherwise the first `ị` of a report would make every `i`
 * of it an `ị` in copied text.
 */
function nameParts(font: Font): void {
  const layout = font.layout.bind(font);
  const names = new Set<number>();
  font.layout = (...args) => {
    const run = layout(...args);
    for (const glyph of run.glyphs.filter(({ id }) => !names.has(id))) {
      const letter = String.fromCodePoint(...glyph.codePoints);
      const parts = letter.normalize('NFD');
      if (parts === letter && letter !== '') {
        continue;
      }
      names.add(glyph.id);
      const own = font.stringsForGlyph(glyph.id)[0] ?? '';
      if (own !== '' && own !== letter && (letter === '' ? /\p{M}/u.test(own) : parts.startsWith(own))) {
        glyph.codePoints = [...own].map((part) => part.codePointAt(0) ?? 0);
      }
    }
    return run;
  };
}
