import * as eeIk from 'stdnum/lib/cjs/ee/ik.js';
import * as ltAsmens from 'stdnum/lib/cjs/lt/asmens.js';
import * as lvPvn from 'stdnum/lib/cjs/lv/pvn.js';
import { isFinnish, isLuhn, isNorwegian } from './check-digits.ts';
import { born, byOddDigit, checkedBy, part, type Scheme } from './scheme.ts';

/** Estonia and Lithuania share the form: century and gender, YYMMDD, serial number, check digit. */
function readBaltic(value: string) {
  const first = part(value, 0, 1);
  const year = 1800 + Math.floor((first - 1) / 2) * 100 + part(value, 1, 3);
  return born([year], part(value, 3, 5), part(value, 5, 7), byOddDigit(first));
}

export const eePersonalCode: Scheme = {
  key: 'EE:ik',
  form: /^[1-8]\d{10}$/,
  hasCheckDigits: checkedBy(eeIk),
  read: readBaltic,
};

/** Codes that begin with 9 have no date of birth. */
export const ltPersonalCode: Scheme = {
  key: 'LT:ak',
  form: /^[1-9]\d{10}$/,
  hasCheckDigits: checkedBy(ltAsmens),
  read: (value) => (/^[1-6]/.test(value) ? readBaltic(value) : undefined),
};

/** Since 1 July 2017 new codes begin with 32 to 39 and contain no data of the holder; the library reads those as dates. */
export const lvPersonalCode: Scheme = {
  key: 'LV:pk',
  form: /^[0-3]\d{10}$/,
  hasCheckDigits: (value) => isNewLatvian(value) || checkedBy(lvPvn)(value),
  read: (value) =>
    isNewLatvian(value)
      ? undefined
      : born([1800 + part(value, 6, 7) * 100 + part(value, 4, 6)], part(value, 2, 4), part(value, 0, 2)),
};

function isNewLatvian(value: string): boolean {
  return /^3[2-9]/.test(value);
}

const finnishCenturies: readonly (readonly [signs: string, century: number])[] = [
  ['+', 1800],
  ['-YXWVU', 1900],
  ['ABCDEF', 2000],
];

export const fiIdentityCode: Scheme = {
  key: 'FI:hetu',
  form: /^\d{6}[-+A-FU-Y]\d{3}[0-9A-Y]$/,
  keepsSigns: true,
  hasCheckDigits: isFinnish,
  read: (value) => {
    const century = finnishCenturies.find(([signs]) => signs.includes(value.charAt(6)))?.[1] ?? 1900;
    const gender = byOddDigit(part(value, 7, 10));
    return born([century + part(value, 4, 6)], part(value, 2, 4), part(value, 0, 2), gender);
  },
};

/** A `+` instead of `-` means that the holder is 100 or older. Coordination numbers have 60 added to the day, which can be an estimate. */
export const sePersonalNumber: Scheme = {
  key: 'SE:pnr',
  form: /^(?:\d\d)?\d{6}[-+]?\d{4}$/,
  keepsSigns: true,
  // A century in front does not count.
  hasCheckDigits: (value) => isLuhn(value.replace(/[-+]/, '').slice(-10)),
  read: (value) => {
    const digits = value.replace(/[-+]/, '');
    const short = digits.slice(-10);
    const gender = byOddDigit(part(short, 8, 9));
    if (part(short, 4, 6) > 60) {
      return { gender };
    }
    const years =
      digits.length === 12
        ? [part(digits, 0, 4)]
        : [1800, 1900, 2000].map((from) => from + part(short, 0, 2));
    return born(years, part(short, 2, 4), part(short, 4, 6), gender);
  },
};

/**
 * D numbers have 40 added to the day, help numbers 40 to the month, synthetic ones of the test population 80 or 65; of those with another
 * month the check digits follow other rules.
 */
export const noIdentityNumber: Scheme = {
  key: 'NO:fnr',
  form: /^\d{11}$/,
  hasCheckDigits: (value) => part(value, 2, 4) > 12 || isNorwegian(value),
  read: (value) => {
    const day = part(value, 0, 2);
    const month = part(value, 2, 4);
    const gender = byOddDigit(part(value, 8, 9));
    // The serial number limits the century, by ranges that have been widened before.
    return month > 12
      ? undefined
      : born(centuries(part(value, 4, 6), [1800, 1900, 2000]), month, day > 40 ? day - 40 : day, gender);
  },
};

/** The check digit was given up in 2007; 60 is added to the day of replacement numbers. */
export const dkPersonalNumber: Scheme = {
  key: 'DK:cpr',
  form: /^\d{10}$/,
  read: (value) => {
    const day = part(value, 0, 2);
    const gender = byOddDigit(part(value, 9, 10));
    const years = centuries(part(value, 4, 6), [1800, 1900, 2000]);
    return day > 60 ? { gender } : born(years, part(value, 2, 4), day, gender);
  },
};

/** Companies have 40 added to the day; numbers that begin with 8 or 9 have no date. Check digits are no longer given to all. */
export const isKennitala: Scheme = {
  key: 'IS:kt',
  form: /^\d{9}[089]$/,
  read: (value) => {
    const century = { 8: 1800, 9: 1900, 0: 2000 }[part(value, 9, 10)] ?? 1900;
    return part(value, 0, 1) > 3
      ? undefined
      : born([century + part(value, 4, 6)], part(value, 2, 4), part(value, 0, 2));
  },
};

function centuries(year: number, from: readonly number[]): number[] {
  return from.map((century) => century + year);
}
