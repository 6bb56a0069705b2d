const hidden = '•••';
const maxWords = 4;

/**
 * Returns the shape of a masked value, by which users who know it recognise it: the first letter of each word of a name and of each part
 * of an address, the last three characters of a key or number, nothing of a date. The hidden part has always the same length.
 */
export function maskShape(value: string): string {
  const words = value.match(/\S+/g) ?? [];
  if (words.length === 0) {
    return hidden;
  }
  return words.slice(0, maxWords).map(wordShape).join(' ');
}

function wordShape(word: string): string {
  const at = word.lastIndexOf('@');
  if (at > 0) {
    return `${first(word.slice(0, at))}${hidden}@${first(word.slice(at + 1))}${hidden}`;
  }
  // The end of a date is the day of the month.
  if (/^\d{4}-\d{2}-\d{2}/.test(word)) {
    return hidden;
  }
  const isName = !/\d/.test(word);
  if (isName) {
    return `${first(word)}${hidden}`;
  }
  const characters = [...word];
  return characters.length > 6 ? `${hidden}${characters.slice(-3).join('')}` : hidden;
}

/** Returns the first character, unless it is the whole value, such as an initial. */
function first(text: string): string {
  const characters = [...text];
  return characters.length > 1 ? (characters[0] ?? '') : '';
}

/** Returns the shape of a masked value in words, since a screen reader names each dot of it: “masked, begins with A, K, 1979”. */
export function spokenShape(shape: string): string {
  const words = shape.split(/,? /).filter((word) => word !== hidden);
  const begins = words.flatMap((word) =>
    word.includes(hidden) ? word.replaceAll(hidden, '').split('@') : [],
  );
  const isEnd = words.some((word) => word.startsWith(hidden));
  const rest = words.filter((word) => !word.includes(hidden));
  const letters = [...begins, ...rest].filter(Boolean).join(', ');
  return letters === '' ? 'masked' : `masked, ${isEnd ? 'ends' : 'begins'} with ${letters}`;
}
