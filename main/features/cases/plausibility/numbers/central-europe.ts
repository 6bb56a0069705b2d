import * as baJmbg from 'stdnum/lib/cjs/ba/jmbg.js';
import * as bgEgn from 'stdnum/lib/cjs/bg/egn.js';
import * as bgPnf from 'stdnum/lib/cjs/bg/pnf.js';
import * as hrOib from 'stdnum/lib/cjs/hr/oib.js';
import * as uaRntrc from 'stdnum/lib/cjs/ua/rntrc.js';
import type { NumberSchemeKey } from '../../../../../preload/wording/number-schemes.ts';
import { isCzech, isKazakh, isPolish, isRomanian } from './check-digits.ts';
import { born, byOddDigit, checkedBy, part, type Scheme } from './scheme.ts';

/** The month has 80 added for the 19th century, 20 for the 21st, 40 for the 22nd. */
export const plPesel11: Scheme = {
  key: 'PL:pesel',
  form: /^\d{11}$/,
  hasCheckDigits: isPolish,
  read: (value) => {
    const month = part(value, 2, 4);
    const century = [1900, 2000, 2100, 2200, 1800][Math.floor(month / 20)] ?? 1900;
    const gender = byOddDigit(part(value, 9, 10));
    return month % 20 === 0
      ? 'impossible'
      : born([century + part(value, 0, 2)], month % 20, part(value, 4, 6), gender);
  },
};

/**
 * Women have 50 added to the month, and 20 more is added where a day's numbers were used up. Numbers of 9 digits were given until 1953 and
 * have no check digit.
 */
function birthNumber(key: NumberSchemeKey): Scheme {
  return {
    key,
    form: /^\d{9,10}$/,
    hasCheckDigits: isCzech,
    read: (value) => {
      // Nine digits may be ten without their leading zero.
      if (value.length === 9 && isCzech(`0${value}`)) {
        return undefined;
      }
      const two = part(value, 0, 2);
      const [month, gender] = part(value, 2, 4) > 50 ? [-50, 'FEMALE' as const] : [0, 'MALE' as const];
      const monthPart = part(value, 2, 4) + month;
      const years = value.length === 9 ? [1800 + two, 1900 + two] : [1900 + two, 2000 + two];
      return born(years, monthPart > 20 ? monthPart - 20 : monthPart, part(value, 4, 6), gender);
    },
  };
}
export const czBirthNumber = birthNumber('CZ:rc');
export const skBirthNumber = birthNumber('SK:rc');

/** 1 and 2: 20th century; 3 and 4: 19th; 5 and 6: 21st; 7, 8 and 9: residents from abroad, of any. */
export const roCnp13: Scheme = {
  key: 'RO:cnp',
  form: /^[1-9]\d{12}$/,
  hasCheckDigits: isRomanian,
  read: (value) => {
    const first = part(value, 0, 1);
    const year = part(value, 1, 3);
    const years =
      first > 6
        ? [1800 + year, 1900 + year, 2000 + year]
        : [([1900, 1800, 2000][Math.floor((first - 1) / 2)] ?? 1900) + year];
    return born(years, part(value, 3, 5), part(value, 5, 7), first === 9 ? undefined : byOddDigit(first));
  },
};

/** The month has 20 added for the 19th century and 40 for the 21st. The ninth digit is even for men. */
export const bgEgn10: Scheme = {
  key: 'BG:egn',
  form: /^\d{10}$/,
  hasCheckDigits: checkedBy(bgEgn),
  read: (value) => {
    const month = part(value, 2, 4);
    const [century, shift] = month > 40 ? [2000, 40] : month > 20 ? [1800, 20] : [1900, 0];
    const gender = part(value, 8, 9) % 2 === 0 ? 'MALE' : 'FEMALE';
    return born([century + part(value, 0, 2)], month - shift, part(value, 4, 6), gender);
  },
};
export const bgForeigner: Scheme = { key: 'BG:lnch', form: /^\d{10}$/, hasCheckDigits: checkedBy(bgPnf) };

/** DDMMYYY, region, serial number (from 500 for women), check digit; the same in every successor state of Yugoslavia. */
function masterNumber(key: NumberSchemeKey): Scheme {
  return {
    key,
    form: /^\d{13}$/,
    hasCheckDigits: checkedBy(baJmbg),
    read: (value) => {
      const year = part(value, 4, 7);
      const gender = part(value, 9, 12) >= 500 ? 'FEMALE' : 'MALE';
      return born([year >= 800 ? 1000 + year : 2000 + year], part(value, 2, 4), part(value, 0, 2), gender);
    },
  };
}
export const baMasterNumber = masterNumber('BA:jmbg');
export const meMasterNumber = masterNumber('ME:jmbg');
export const mkMasterNumber = masterNumber('MK:embg');
export const rsMasterNumber = masterNumber('RS:jmbg');
export const siMasterNumber = masterNumber('SI:emso');

export const hrOib11: Scheme = { key: 'HR:oib', form: /^\d{11}$/, hasCheckDigits: checkedBy(hrOib) };

/** The first five digits count the days from 31 December 1899. */
export const uaTaxNumber: Scheme = {
  key: 'UA:rntrc',
  form: /^\d{10}$/,
  hasCheckDigits: checkedBy(uaRntrc),
  read: (value) => ({
    births: [new Date(Date.UTC(1899, 11, 31) + part(value, 0, 5) * 86_400_000).toISOString().slice(0, 10)],
    gender: byOddDigit(part(value, 8, 9)),
  }),
};

/** YYYYMMDD and five digits, of which the last is a check digit that is not published. */
export const uaRegisterNumber: Scheme = {
  key: 'UA:unzr',
  form: /^\d{13}$/,
  read: (value) => born([part(value, 0, 4)], part(value, 4, 6), part(value, 6, 8)),
};

/** The seventh digit gives century and gender. */
export const kzIin: Scheme = {
  key: 'KZ:iin',
  form: /^\d{12}$/,
  hasCheckDigits: isKazakh,
  read: (value) => {
    const seventh = part(value, 6, 7);
    const century = [1800, 1900, 2000][Math.floor((seventh - 1) / 2)];
    // 0 is given to residents from abroad.
    return century === undefined
      ? undefined
      : born([century + part(value, 0, 2)], part(value, 2, 4), part(value, 4, 6), byOddDigit(seventh));
  },
};
