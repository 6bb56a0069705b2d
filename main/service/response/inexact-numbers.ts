/** A number whose text differs from its double; replaces the number while a response is parsed. */
export class InexactNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Returns the nearest double; infinite when the number exceeds all doubles. */
  get nearest(): number {
    return Number(this.text);
  }
}

/** Parses JSON with an {@link InexactNumber} for each number that a double does not hold. @throws SyntaxError */
export function parseWithInexactNumbers(text: string): unknown {
  const revive = (_name: string, value: unknown, context: { source?: string }): unknown =>
    typeof value === 'number' && context.source !== undefined && !isHeld(context.source, value)
      ? new InexactNumber(context.source)
      : value;
  // The third parameter is in the language since 2025; the types lack it.
  return JSON.parse(text, revive as (name: string, value: unknown) => unknown);
}

/** Returns whether a double is exactly the number of the text. `1.0` and `1` are the same number. */
function isHeld(source: string, value: number): boolean {
  if (!Number.isFinite(value)) {
    return false;
  }
  const exact = decimal(source);
  const nearest = decimal(String(value));
  return exact.digits === nearest.digits && exact.exponent === nearest.exponent;
}

/** Returns a number without its sign, as an integer without zeros at either end and its power of ten. */
function decimal(text: string): { digits: string; exponent: number } {
  const [mantissa = '', power = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const all = whole + fraction;
  let from = 0;
  let to = all.length;
  while (from < to && all[from] === '0') {
    from++;
  }
  while (to > from && all[to - 1] === '0') {
    to--;
  }
  if (from === to) {
    return { digits: '', exponent: 0 };
  }
  return { digits: all.slice(from, to), exponent: Number(power) - fraction.length + (all.length - to) };
}
