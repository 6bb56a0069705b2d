/**
 * Invisible characters, and characters that change how the surrounding text is shown: control and format characters
 * (bidirectional overrides among them), line and paragraph separators, lone surrogates, noncharacters, letters and
 * symbols without a glyph (which no Unicode property names), and spaces other than the ordinary and the ideographic one.
 */
const unseen =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800\u2d7f\ufffc\u{13441}\u{13442}\u{16fe4}\u{1d159}]|(?![ \u3000])\p{Zs}/gu;

/**
 * The blocks of right-to-left scripts; text without them cannot reorder its surroundings. The ranges whose unassigned
 * characters are also right-to-left (DerivedBidiClass.txt), so they include later scripts.
 */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** First strong isolate and pop directional isolate (Unicode 6.3): the text between them does not reorder its surroundings. */
const isolate = '\u2068';
const popIsolate = '\u2069';

const names: Readonly<Record<string, string>> = {
  '0000': 'null',
  '0009': 'tab',
  '000A': 'line feed',
  '000D': 'carriage return',
  '00A0': 'no-break space',
  '00AD': 'soft hyphen',
  '034F': 'combining grapheme joiner',
  '061C': 'Arabic letter mark',
  '200B': 'zero width space',
  '200C': 'zero width non-joiner',
  '200D': 'zero width joiner',
  '200E': 'left-to-right mark',
  '200F': 'right-to-left mark',
  '202A': 'left-to-right embedding',
  '202B': 'right-to-left embedding',
  '202C': 'pop directional formatting',
  '202D': 'left-to-right override',
  '202E': 'right-to-left override',
  '202F': 'narrow no-break space',
  '2060': 'word joiner',
  '2066': 'left-to-right isolate',
  '2067': 'right-to-left isolate',
  '2068': 'first strong isolate',
  '2069': 'pop directional isolate',
  FEFF: 'byte order mark',
  FE0F: 'emoji presentation selector',
};

/** A part of a text: visible characters, or a run of one invisible character. */
export type VisiblePart =
  | { text: string }
  | {
      /** Such as `U+202E`. */
      code: string;
      /** Its Unicode name, for common ones. */
      name: string | undefined;
      count: number;
    };

/** Returns a text in parts, so that invisible characters can be shown as marks. */
export function visibleParts(text: string): VisiblePart[] {
  const parts: VisiblePart[] = [];
  let shownTo = 0;
  // Not `matchAll`, which compiles the expression again at each call.
  unseen.lastIndex = 0;
  for (let match = unseen.exec(text); match !== null; match = unseen.exec(text)) {
    const { 0: character, index } = match;
    if (index > shownTo) {
      parts.push({ text: text.slice(shownTo, index) });
    }
    shownTo = index + character.length;
    const digits = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    const code = `U+${digits}`;
    const last = parts.at(-1);
    if (last !== undefined && 'code' in last && last.code === code) {
      last.count += 1;
    } else {
      parts.push({ code, name: names[digits], count: 1 });
    }
  }
  if (shownTo < text.length) {
    parts.push({ text: text.slice(shownTo) });
  }
  return parts;
}

/** Returns whether a text has invisible characters. */
export function hasUnseen(text: string): boolean {
  return text.search(unseen) >= 0;
}

/** Returns a mark in plain text, such as `[U+202E]`, or `[U+200B ×3]` for a run. */
export function markText({ code, count }: { code: string; count: number }): string {
  return count === 1 ? `[${code}]` : `[${code} ×${count}]`;
}

/**
 * Makes text from outside safe where only a string is possible (an accessible name, a tooltip, a sentence): invisible
 * characters become `[U+202E]`, it is truncated to `max` characters, and isolated when it is right-to-left.
 */
export function visibleText(text: string, max = 300): string {
  const cut = cutText(text, max);
  const marked = hasUnseen(cut.text)
    ? visibleParts(cut.text)
        .map((part) => ('text' in part ? part.text : markText(part)))
        .join('')
    : cut.text;
  return isolated(cut.left > 0 ? `${marked}…` : marked);
}

/** Returns the text between isolates when it has right-to-left letters; otherwise unchanged. */
export function isolated(text: string): string {
  return rightToLeft.test(text) ? `${isolate}${text}${popIsolate}` : text;
}

/** Returns the first `max` UTF-16 units, without splitting a surrogate pair, and how many were left out. */
export function cutText(text: string, max: number): { text: string; left: number } {
  if (text.length <= max) {
    return { text, left: 0 };
  }
  const last = text.charCodeAt(max - 1);
  const end = last >= 0xd800 && last <= 0xdbff ? max - 1 : max;
  return { text: text.slice(0, end), left: text.length - end };
}
