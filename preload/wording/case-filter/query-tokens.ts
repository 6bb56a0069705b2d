/** A part of the query text: `key:value,value`, or text without a key. */
export interface QueryToken {
  key: string | undefined;
  values: string[];
  /** Index in the text. */
  from: number;
  to: number;
}

const quote = '"';

/** Splits query text. Values with spaces, commas or colons are in double quotes; an unclosed quote ends with the text. */
export function queryTokens(line: string): QueryToken[] {
  const tokens: QueryToken[] = [];
  let at = 0;
  while (at < line.length) {
    if (isSpace(line[at])) {
      at += 1;
      continue;
    }
    const from = at;
    let key: string | undefined;
    const values: string[] = [];
    let value = '';
    while (at < line.length && !isSpace(line[at])) {
      const character = line[at];
      if (character === quote) {
        const end = line.indexOf(quote, at + 1);
        value += line.slice(at + 1, end < 0 ? line.length : end);
        at = end < 0 ? line.length : end + 1;
      } else if (character === ':' && key === undefined && values.length === 0 && isKey(value)) {
        key = value.toLowerCase();
        value = '';
        at += 1;
      } else if (character === ',' && key !== undefined) {
        values.push(value);
        value = '';
        at += 1;
      } else {
        value += character;
        at += 1;
      }
    }
    values.push(value);
    tokens.push({ key, values: values.filter((one) => one !== ''), from, to: at });
  }
  return tokens;
}

/** Quotes a value if necessary. */
export function quoted(value: string): string {
  const plain = value.replaceAll(quote, '');
  return plain === '' || [...plain].some((character) => isSpace(character) || ',:'.includes(character))
    ? `${quote}${plain}${quote}`
    : plain;
}

function isSpace(character: string | undefined): boolean {
  return character !== undefined && character.trim() === '';
}

function isKey(text: string): boolean {
  return text !== '' && [...text.toLowerCase()].every((character) => character >= 'a' && character <= 'z');
}
