import { withoutEnd } from '../without-end.ts';

/** A JSON writer's format of numbers. `write` returns the new text, or undefined to keep the number. */
export interface Numbers {
  id: string;
  name: string;
  write?(text: string, memberName: string): string | undefined;
}

export const keptNumbers: Numbers = { id: 'kept', name: 'numbers as they stand' };

const isWhole = (text: string) => /^-?\d+$/.test(text);

/** Members with a similarity from 0 to 1 (interface 2.2, and names from the field). */
const similarityNames = new Set(['reliability', 'similarity', 'value']);

function shortest(text: string): string | undefined {
  const value = Number(text);
  const json = JSON.stringify(value);
  return Number.isFinite(value) && json !== text ? json : undefined;
}

/** 1.50 as 1.5 and 1.0 as 1; a whole number unchanged. */
function withoutTrailingZeros(text: string): string {
  if (!text.includes('.')) {
    return text;
  }
  const cut = withoutEnd(text, '0');
  return cut.endsWith('.') ? cut.slice(0, -1) : cut;
}

export const numberStyles: readonly Numbers[] = [
  {
    id: 'similarity-decimal',
    name: 'similarities as 1.0 and 0.0 instead of 1 and 0',
    write: (text, member) => (similarityNames.has(member) && isWhole(text) ? `${text}.0` : undefined),
  },
  {
    id: 'shortest',
    name: 'numbers as short as they go (1 for 1.0), as JavaScript writes them',
    write: shortest,
  },
  {
    id: 'decimal',
    name: 'whole numbers with a decimal (1.0 for 1)',
    write: (text) => (isWhole(text) ? `${text}.0` : undefined),
  },
  {
    id: 'without-zero',
    name: 'no trailing zeros after the decimal point',
    write: (text) => {
      const plain = /[eE]/.test(text) ? text : withoutTrailingZeros(text);
      return plain === text ? undefined : plain;
    },
  },
  {
    id: 'php-large',
    name: 'whole numbers beyond 64 bits as floating point (1.2345678901234567e+19), as PHP writes them',
    write: (text) =>
      isWhole(text) && text.length > 18 && Math.abs(Number(text)) > 2 ** 63
        ? Number(text).toExponential()
        : undefined,
  },
  {
    id: 'exponent',
    name: 'exponents after a capital E, as Java writes them',
    write: (text) => (/[eE]/.test(text) ? text.replace(/[eE]\+?/, 'E') : undefined),
  },
];

/** Whole numbers at these positions (by order) written with `.0`, the others unchanged. */
export function decimalAt(positions: ReadonlySet<number>): Numbers {
  let index = 0;
  return {
    id: 'decimal-some',
    name: 'some whole numbers with a decimal (1.0 for 1)',
    write: (text) => (isWhole(text) && positions.has(index++) ? `${text}.0` : undefined),
  };
}
