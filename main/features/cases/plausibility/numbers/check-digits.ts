// Check digits on their own. The library looks at the date or the region of these numbers first, and says nothing of the digits of a
// number in which one of the two was misread.

/** Returns the sum of the digits, each multiplied by its weight. */
export function weightedSum(value: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * Number(value.charAt(index)), 0);
}

/** ISO/IEC 7812-1, annex B. */
export function isLuhn(value: string): boolean {
  const sum = [...value].reverse().reduce((total, character, index) => {
    const digit = Number(character) * (index % 2 === 0 ? 1 : 2);
    return total + (digit > 9 ? digit - 9 : digit);
  }, 0);
  return sum % 10 === 0;
}

/** Checks that the last two digits make up 97 with the remainder of the first nine, which have a 2 in front for births from 2000 on. */
export function isBelgian(value: string): boolean {
  const nine = Number(value.slice(0, 9));
  return [nine, 2_000_000_000 + nine].some((n) => 97 - (n % 97) === Number(value.slice(9)));
}

export function isFinnish(value: string): boolean {
  const number = Number(value.slice(0, 6) + value.slice(7, 10));
  return '0123456789ABCDEFHJKLMNPRSTUVWXY'.charAt(number % 31) === value.charAt(10);
}

/** ISO/IEC 7064, MOD 11-2. */
export function isChinese(value: string): boolean {
  const sum = weightedSum(value, [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]);
  return '10X98765432'.charAt(sum % 11) === value.charAt(17);
}

export function isPolish(value: string): boolean {
  return weightedSum(value, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]) % 10 === 0;
}

/** Checks the digits; the remainder 10 is written 1. */
export function isRomanian(value: string): boolean {
  const remainder = weightedSum(value, [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11;
  return (remainder === 10 ? 1 : remainder) === Number(value.charAt(12));
}

export function isNorwegian(value: string): boolean {
  return (
    weightedSum(value, [3, 7, 6, 1, 8, 9, 4, 5, 2, 1]) % 11 === 0 &&
    weightedSum(value, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0
  );
}

/** Ten digits that 11 divides; until 1985 the remainder 10 of the first nine could be written 0. Nine digits have no check digit. */
export function isCzech(value: string): boolean {
  return (
    value.length === 9 ||
    Number(value) % 11 === 0 ||
    (Number(value.slice(0, 9)) % 11 === 10 && value.endsWith('0'))
  );
}

/** Checks the digits; the remainder 10 is calculated again with other weights, and a number that has it twice is not given. */
export function isKazakh(value: string): boolean {
  const first = weightedSum(value, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]) % 11;
  const digit = first === 10 ? weightedSum(value, [3, 4, 5, 6, 7, 8, 9, 10, 11, 1, 2]) % 11 : first;
  return digit === Number(value.charAt(11));
}

/** Checks the digits; a second letter counts nine times its place in the alphabet, or not at all in numbers given before 2013. */
export function isIrish(value: string): boolean {
  const sum = weightedSum(value, [8, 7, 6, 5, 4, 3, 2]);
  const second = value.length === 9 ? value.charCodeAt(8) - 64 : 0;
  return [sum, sum + 9 * second].some(
    (total) => 'WABCDEFGHIJKLMNOPQRSTUV'.charAt(total % 23) === value.charAt(7),
  );
}
