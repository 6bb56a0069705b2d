/** A text prepared for searching: without accents, in lower case, white space as one space. */
export interface SearchableText {
  text: string;
  /** The position in the original of each character, and after the last one its length. */
  positions: readonly number[];
}

const mark = /\p{M}/u;
const space = /\s/u;

export function searchable(original: string): SearchableText {
  let text = '';
  const positions: number[] = [];
  let at = 0;
  for (const character of original) {
    const isSpace = space.test(character);
    if (!isSpace || !text.endsWith(' ')) {
      for (const part of isSpace ? ' ' : character.normalize('NFKD').toLowerCase()) {
        if (!mark.test(part)) {
          text += part;
          for (let unit = 0; unit < part.length; unit += 1) {
            positions.push(at);
          }
        }
      }
    }
    at += character.length;
  }
  positions.push(original.length);
  return { text, positions };
}

/** Positions in the original text, of its first character and of the one after its last. */
export interface Match {
  from: number;
  to: number;
}

/** Finds the places of a text, at most `most` of them. */
export function findInText({ text, positions }: SearchableText, query: string, most: number): Match[] {
  const wanted = searchable(query).text.trim();
  const matches: Match[] = [];
  if (wanted === '') {
    return matches;
  }
  for (let at = text.indexOf(wanted); at >= 0 && matches.length < most; ) {
    const from = positions[at] ?? 0;
    // A letter such as ﬁ is two in the search and one in the text.
    matches.push({ from, to: Math.max(from + 1, positions[at + wanted.length] ?? 0) });
    at = text.indexOf(wanted, at + wanted.length);
  }
  return matches;
}
