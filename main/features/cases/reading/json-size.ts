/** Objects, lists and commas of one JSON document, or of several that are read together. Each takes about a hundred bytes of memory. */
const maxParts = 2_000_000;

/**
 * Returns whether a text is JSON of so many values that parsing it would take the memory of the worker. Text with one document per line is
 * read line by line and is never too large.
 */
export function isTooLarge(text: string): boolean {
  const start = text.search(/[^\s\uFEFF]/);
  if (text[start] !== '{' && text[start] !== '[') {
    return false;
  }
  let depth = 0;
  let parts = 0;
  let isFirst = true;
  for (let at = start; at < text.length; at++) {
    const char = text[at];
    if (char === '"') {
      at = endOfString(text, at);
    } else if (char === '{' || char === '[') {
      depth++;
      parts++;
    } else if (char === ',') {
      parts++;
    } else if (char === '}' || char === ']') {
      depth--;
      if (isFirst && depth <= 0 && isLine(text, start, at + 1)) {
        return false;
      }
      isFirst &&= depth > 0;
    } else if (depth <= 0 && !/\s/.test(char ?? '')) {
      return false;
    }
    if (parts > maxParts) {
      return true;
    }
  }
  return false;
}

/** Returns whether a part of the text, with white space, is one line. */
function isLine(text: string, from: number, to: number): boolean {
  const lineEnd = text.indexOf('\n', from);
  return lineEnd >= to && text.slice(to, lineEnd).trim() === '';
}

/** Returns the index of the closing quote of the string that begins at `quote`. */
export function endOfString(text: string, quote: number): number {
  for (let at = quote + 1; at < text.length; at++) {
    if (text[at] === '\\') {
      at++;
    } else if (text[at] === '"') {
      return at;
    }
  }
  return text.length;
}
