import * as chSsn from 'stdnum/lib/cjs/ch/ssn.js';
import * as esDni from 'stdnum/lib/cjs/es/dni.js';
import * as esNie from 'stdnum/lib/cjs/es/nie.js';
import * as frNir from 'stdnum/lib/cjs/fr/nir.js';
import * as grAmka from 'stdnum/lib/cjs/gr/amka.js';
import * as itCodiceFiscale from 'stdnum/lib/cjs/it/codicefiscale.js';
import * as nlBsn from 'stdnum/lib/cjs/nl/bsn.js';
import * as ptCc from 'stdnum/lib/cjs/pt/cc.js';
import * as ptNif from 'stdnum/lib/cjs/pt/nif.js';
import * as trTckimlik from 'stdnum/lib/cjs/tr/tckimlik.js';
import { isBelgian, isIrish } from './check-digits.ts';
import { born, byOddDigit, checkedBy, part, type Scheme } from './scheme.ts';

/** Bis numbers have 20 or 40 added to the month; where the date was unknown, month and day are 0 or counted on. */
export const beNationalNumber: Scheme = {
  key: 'BE:nn',
  form: /^\d{11}$/,
  hasCheckDigits: isBelgian,
  read: (value) => {
    const month = part(value, 2, 4);
    const isBis = month >= 20;
    const year = part(value, 0, 2);
    const gender = byOddDigit(part(value, 6, 9));
    if (month % 20 === 0 || month % 20 > 12 || part(value, 4, 6) > 31) {
      return {};
    }
    // In a bis number 40 means that the gender is known, 20 that it is not.
    const knownGender = isBis && month < 40 ? undefined : gender;
    const reading = born([1900 + year, 2000 + year], month % 20, part(value, 4, 6), knownGender);
    return reading === 'impossible' ? {} : reading;
  },
};

/** Gender, year and month of birth, place, serial number, key. Months from 20 on mean that the month is unknown. */
export const frNir15: Scheme = {
  key: 'FR:nir',
  form: /^[1-478]\d{4}\d[\dAB]\d{8}$/,
  hasCheckDigits: checkedBy(frNir),
  read: (value) => {
    const gender = byOddDigit(part(value, 0, 1));
    const year = value.slice(1, 3);
    const month = value.slice(3, 5);
    return part(value, 3, 5) > 12 || month === '00'
      ? { gender }
      : { gender, births: [`19${year}-${month}`, `20${year}-${month}`] };
  },
};

const italianMonths = 'ABCDEHLMPRST';
/** Letters that replace digits where two people would have the same code. */
const italianDigits = 'LMNPQRSTUV';

/** Returns a code of 16 characters in which the letters of omocodia are digits again. */
export function withoutOmocodia(value: string): string {
  return [...value]
    .map((character, index) =>
      [6, 7, 9, 10, 12, 13, 14].includes(index) && italianDigits.includes(character)
        ? String(italianDigits.indexOf(character))
        : character,
    )
    .join('');
}

/** Women have 40 added to the day. */
export const itTaxCode: Scheme = {
  key: 'IT:cf',
  form: /^[A-Z]{6}[\dLMNP-V]{2}[A-EHLMPR-T][\dLMNP-V]{2}[A-Z][\dLMNP-V]{3}[A-Z]$/,
  hasCheckDigits: checkedBy(itCodiceFiscale),
  read: (number) => {
    const value = withoutOmocodia(number);
    const year = part(value, 6, 8);
    const day = part(value, 9, 11);
    const month = italianMonths.indexOf(value.charAt(8)) + 1;
    const [born40, gender] = day > 40 ? [day - 40, 'FEMALE' as const] : [day, 'MALE' as const];
    return born([1900 + year, 2000 + year], month, born40, gender);
  },
};

export const esDniNumber: Scheme = { key: 'ES:dni', form: /^\d{8}[A-Z]$/, hasCheckDigits: checkedBy(esDni) };
export const esNieNumber: Scheme = {
  key: 'ES:nie',
  form: /^[XYZ]\d{7}[A-Z]$/,
  hasCheckDigits: checkedBy(esNie),
};
export const ptCitizenCard: Scheme = {
  key: 'PT:cc',
  form: /^\d{9}[A-Z\d]{2}\d$/,
  hasCheckDigits: checkedBy(ptCc),
};
export const ptTaxNumber: Scheme = { key: 'PT:nif', form: /^[1-3]\d{8}$/, hasCheckDigits: checkedBy(ptNif) };
export const nlBsnNumber: Scheme = { key: 'NL:bsn', form: /^\d{8,9}$/, hasCheckDigits: checkedBy(nlBsn) };
export const iePpsNumber: Scheme = {
  key: 'IE:pps',
  form: /^\d{7}[A-W][A-IW]?$/,
  hasCheckDigits: isIrish,
};
export const chAhvNumber: Scheme = { key: 'CH:ahv', form: /^756\d{10}$/, hasCheckDigits: checkedBy(chSsn) };
export const trIdentityNumber: Scheme = {
  key: 'TR:tckn',
  form: /^[1-9]\d{10}$/,
  hasCheckDigits: checkedBy(trTckimlik),
};

/** DDMMYY, serial number (odd for men), check digit. */
export const grAmkaNumber: Scheme = {
  key: 'GR:amka',
  form: /^\d{11}$/,
  hasCheckDigits: checkedBy(grAmka),
  read: (value) => {
    const year = part(value, 4, 6);
    const gender = byOddDigit(part(value, 9, 10));
    return born([1900 + year, 2000 + year], part(value, 2, 4), part(value, 0, 2), gender);
  },
};

/** YYYYMMDD, serial number and two check digits. */
export const luNumber: Scheme = {
  key: 'LU:nin',
  form: /^(?:18|19|20)\d{11}$/,
  read: (value) => born([part(value, 0, 4)], part(value, 4, 6), part(value, 6, 8)),
};
