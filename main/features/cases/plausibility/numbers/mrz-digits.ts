/** 0 to 9, A to Z as 10 to 35, the filler as 0 (ICAO Doc 9303-3, section 4.9). */
function characterValue(character: string): number {
  return character === '<' ? 0 : Number.parseInt(character, 36);
}

/** Returns the weighted sum of the characters, modulo 10. The weights repeat. */
export function byWeights(text: string, weights: readonly number[]): number {
  return [...text].reduce(
    (sum, character, index) =>
      (sum + characterValue(character) * (weights[index % weights.length] ?? 0)) % 10,
    0,
  );
}

/** Returns the check digit of a part of machine-readable lines: weights 7, 3, 1 (ICAO Doc 9303-3, section 4.9). */
export function mrzDigit(text: string): number {
  return byWeights(text, [7, 3, 1]);
}
