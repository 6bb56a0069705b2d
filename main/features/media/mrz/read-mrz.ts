import type { MrzReading } from '../../../../preload/contract/mrz.ts';
import { type Fits, fitsAt } from './glyphs.ts';
import { findTextLines, type GreyPicture, type TextLine } from './text-lines.ts';

/** The characters that a place may have. */
type Kind = 'letter' | 'digit' | 'any' | 'sex';

const digits = '0123456789';
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ<';
const alphabet: Record<Kind, string> = { letter: letters, digit: digits, any: digits + letters, sex: 'MF<' };

/** A character that fits as well as the best one but for this much is a possible reading, too. */
const doubt = 0.05;
/** The least fit of a character that counts as read. */
const leastFit = 0.6;
/**
 * The least average of the best fits of all places. Below it the picture is too coarse or out of proportion, and other characters can fit better
 * than the right ones, even with check digits that are right by chance. Far below it, no other height of letters is tried.
 */
const leastAverage = 0.85;
const farBelow = 0.75;
const mostCandidates = 64;
/** The heights of letters that are tried, as parts of the one measured. */
const scales = [1, 0.93, 1.07];

/** The place of a field: its line, first character and length. */
type Place = readonly [line: number, from: number, length: number];

/** A format of ICAO Doc 9303 (parts 4 to 6), with its fields. Each checked field is followed by its check digit. */
interface Format {
  lines: number;
  length: number;
  number: Place;
  birth: Place;
  expiry: Place;
  /** The parts covered by the last check digit, in sequence, besides those above: optional data. */
  optional: readonly Place[];
  /** The order in the last check digit. */
  checkOrder: readonly ('number' | 'birth' | 'expiry' | 0 | 1)[];
  last: Place;
  names: Place;
  issuer: Place;
  nationality: Place;
  sex: Place;
}

const formats: readonly Format[] = [
  {
    lines: 3,
    length: 30,
    number: [0, 5, 9],
    birth: [1, 0, 6],
    expiry: [1, 8, 6],
    optional: [
      [0, 15, 15],
      [1, 18, 11],
    ],
    checkOrder: ['number', 0, 'birth', 'expiry', 1],
    last: [1, 29, 1],
    names: [2, 0, 30],
    issuer: [0, 2, 3],
    nationality: [1, 15, 3],
    sex: [1, 7, 1],
  },
  ...[44, 36].map((length): Format => {
    const rest: Place = [1, 28, length - 29];
    return {
      lines: 2,
      length,
      number: [1, 0, 9],
      birth: [1, 13, 6],
      expiry: [1, 21, 6],
      optional: [rest],
      checkOrder: ['number', 'birth', 'expiry', 0],
      last: [1, length - 1, 1],
      names: [0, 5, length - 5],
      issuer: [0, 2, 3],
      nationality: [1, 10, 3],
      sex: [1, 20, 1],
    };
  }),
];

/**
 * Reads the machine-readable zone in a picture of a passport or card, turned by up to 15 degrees, a quarter or a half. Returns undefined unless
 * all check digits are right in exactly one reading. A field without a check digit is left out where another character is nearly as likely.
 */
export function readMrz(picture: GreyPicture): MrzReading | undefined {
  let view = picture;
  for (let quarter = 0; quarter < 4; quarter += 1) {
    const reading = readUpright(view);
    if (reading) {
      return reading;
    }
    view = turnedByQuarter(view);
  }
  return undefined;
}

function readUpright(picture: GreyPicture): MrzReading | undefined {
  const lines = findTextLines(picture);
  for (const format of formats) {
    for (let first = 0; first + format.lines <= lines.length; first += 1) {
      const block = lines.slice(first, first + format.lines);
      if (!block.every(({ centres }) => Math.abs(centres.length - format.length) <= 2)) {
        continue;
      }
      for (const scale of scales) {
        const { fits, average } = fitsOfBlock(picture, block, format, scale);
        const reading = average < leastAverage ? undefined : readingOf(new Zone(fits, format), format);
        if (reading) {
          return reading;
        }
        if (average < farBelow) {
          break;
        }
      }
    }
  }
  return undefined;
}

function fitsOfBlock(picture: GreyPicture, block: readonly TextLine[], format: Format, scale: number) {
  // Digits are taller than letters, which at least one line consists of.
  const capHeight = Math.min(...block.map((line) => line.capHeight)) * scale;
  const lines = block.map((line, index) => fitsOf(picture, { ...line, capHeight }, index, format));
  const sum = lines.reduce((total, line) => total + line.sum, 0);
  return { fits: lines.map(({ fits }) => fits), average: sum / (format.lines * format.length) };
}

function readingOf(zone: Zone, format: Format): MrzReading | undefined {
  const numbers = zone.checkedFields();
  if (!numbers) {
    return undefined;
  }
  const [last, ...first] = zone.certain(format.names)?.split('<<') ?? [];
  const names = { lastName: words(last), firstName: words(first.join('<')) };
  const rest = {
    issuer: words(zone.certain(format.issuer)),
    nationality: words(zone.certain(format.nationality)),
    sex: words(zone.certain(format.sex)),
  };
  const members = Object.entries({ ...names, ...rest }).filter(([, value]) => value !== undefined);
  return { ...numbers, number: withoutFiller(numbers.number), ...Object.fromEntries(members) };
}

/** Removes the filler at the end of a number. */
function withoutFiller(number: string): string {
  const end = number.indexOf('<');
  return end === -1 ? number : number.slice(0, end);
}

function words(text: string | undefined): string | undefined {
  const plain = text?.replace(/<+/g, ' ').trim();
  return plain === '' ? undefined : plain;
}

/** Returns the fits of each place of a line. Characters too many or too few at its ends are tried on both sides. */
function fitsOf(
  picture: GreyPicture,
  line: TextLine,
  index: number,
  format: Format,
): { fits: Fits[]; sum: number } {
  const { centres } = line;
  const extra = centres.length - format.length;
  const least = Math.min(0, extra);
  const most = Math.max(0, extra);
  const all = new Map<number, Fits>();
  const fitAt = (place: number) => {
    const fit = all.get(place) ?? fitsAt(picture, { ...line, centres: [centreAt(centres, place)] }, 0);
    all.set(place, fit);
    return fit;
  };
  let best: { fits: Fits[]; sum: number } | undefined;
  for (let offset = least; offset <= most; offset += 1) {
    const fits = Array.from({ length: format.length }, (_, place) => fitAt(place + offset));
    const sum = fits.reduce(
      (total, fit, place) => total + (byFit(fit, kindOf(format, index, place))[0]?.[1] ?? 0),
      0,
    );
    if (!best || sum > best.sum) {
      best = { fits, sum };
    }
  }
  return best ?? { fits: [], sum: 0 };
}

function centreAt(centres: TextLine['centres'], place: number): { x: number; y: number } {
  const inside = Math.max(0, Math.min(centres.length - 1, place));
  const at = centres[inside] as { x: number; y: number };
  const neighbour = centres[inside === 0 ? 1 : inside - 1] as { x: number; y: number };
  const steps = (place - inside) * (inside === 0 ? -1 : 1);
  return { x: at.x + steps * (at.x - neighbour.x), y: at.y + steps * (at.y - neighbour.y) };
}

function kindOf(format: Format, line: number, place: number): Kind {
  const isIn = ([of, from, length]: Place, more = 0) =>
    of === line && place >= from && place < from + length + more;
  if (isIn(format.birth, 1) || isIn(format.expiry, 1) || isIn(format.last)) {
    return 'digit';
  }
  if (isIn(format.number, 1)) {
    return isIn(format.number) ? 'any' : 'digit';
  }
  if (isIn(format.sex)) {
    return 'sex';
  }
  return format.optional.some((optional) => isIn(optional)) ? 'any' : 'letter';
}

function byFit(fits: Fits, kind: Kind): [character: string, fit: number][] {
  return [...alphabet[kind]]
    .map((character): [string, number] => [character, fits.get(character) ?? -1])
    .sort(([, one], [, other]) => other - one);
}

/** The fits of a whole zone. */
class Zone {
  readonly #fits: Fits[][];
  readonly #format: Format;

  constructor(fits: Fits[][], format: Format) {
    this.#fits = fits;
    this.#format = format;
  }

  /** Returns the fields with check digits if they are right in exactly one of the likely readings. */
  checkedFields(): { number: string; birth: string; expiry: string } | undefined {
    const { number, birth, expiry, optional, checkOrder, last } = this.#format;
    const variants = ([line, from, length]: Place) =>
      this.#candidates([line, from, length + 1]).filter((text) => hasCheckDigit(text));
    const readings = new Map<string, { number: string; birth: string; expiry: string }>();
    const rest = optional.map((place) => this.#candidates(place));
    const lastDigits = this.#candidates(last);
    for (const one of variants(number)) {
      for (const two of variants(birth)) {
        for (const three of variants(expiry)) {
          const parts = { number: one, birth: two, expiry: three };
          const isRight = combinations(rest).some((options) => {
            const text = checkOrder
              .map((part) => (typeof part === 'number' ? options[part] : parts[part]))
              .join('');
            return lastDigits.some((digit) => hasCheckDigit(text + digit));
          });
          if (isRight) {
            readings.set(`${one}${two}${three}`, {
              number: one.slice(0, -1),
              birth: two.slice(0, -1),
              expiry: three.slice(0, -1),
            });
          }
        }
      }
    }
    const [only] = readings.values();
    return readings.size === 1 && only && isDate(only.birth) && isDate(only.expiry) ? only : undefined;
  }

  /** Returns the text of a field without a check digit, if no other character is nearly as likely anywhere in it. */
  certain([line, from, length]: Place): string | undefined {
    let text = '';
    for (let place = from; place < from + length; place += 1) {
      const [best, second] = this.#byFit(line, place);
      if (!best || best[1] < leastFit || (second && best[1] - second[1] < doubt)) {
        return undefined;
      }
      text += best[0];
    }
    return text;
  }

  /** Returns the likely readings of a field; none if a character was not read or there are too many. */
  #candidates([line, from, length]: Place): string[] {
    let texts = [''];
    for (let place = from; place < from + length; place += 1) {
      const options = this.#byFit(line, place);
      const best = options[0]?.[1] ?? 0;
      const likely = options.filter(([, fit]) => fit >= leastFit && best - fit < doubt);
      texts = texts.flatMap((text) => likely.map(([character]) => text + character));
      if (texts.length > mostCandidates) {
        return [];
      }
    }
    return texts;
  }

  #byFit(line: number, place: number): [string, number][] {
    return byFit(this.#fits[line]?.[place] ?? new Map(), kindOf(this.#format, line, place));
  }
}

function combinations(lists: readonly string[][]): string[][] {
  return lists.reduce<string[][]>(
    (all, list) => all.flatMap((before) => list.map((text) => [...before, text])),
    [[]],
  );
}

/** Returns whether the last character is the check digit of those before it (ICAO Doc 9303-3, section 4.9). */
function hasCheckDigit(text: string): boolean {
  let sum = 0;
  for (let at = 0; at < text.length - 1; at += 1) {
    const character = text[at] as string;
    sum += (character === '<' ? 0 : Number.parseInt(character, 36)) * ([7, 3, 1][at % 3] as number);
  }
  return String(sum % 10) === text.at(-1);
}

/** Returns whether the six digits are a date: year, month, day. */
function isDate(text: string): boolean {
  const month = Number(text.slice(2, 4));
  const day = Number(text.slice(4));
  return month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

function turnedByQuarter({ width, height, grey }: GreyPicture): GreyPicture {
  const copy = new Uint8Array(grey.length);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      copy[x * height + (height - 1 - y)] = grey[y * width + x] as number;
    }
  }
  return { width: height, height: width, grey: copy };
}
