import type { DocumentKind } from '../subject.ts';
import {
  cnIdentityNumber,
  hkIdentityNumber,
  thIdentityNumber,
  twIdentityNumber,
} from './other-continents.ts';
import { born, part, type Scheme } from './scheme.ts';
import { esDniNumber, esNieNumber, ptCitizenCard } from './western-europe.ts';

/** A kind of document number. */
export interface DocumentScheme extends Scheme {
  /** True where documents of this kind have no number of another form today. */
  isOnlyForm?: boolean;
}

/** Three letters, check digit, five digits: weights 7, 3, 1 without the check digit's place. */
const plIdentityCard: DocumentScheme = {
  key: 'PL:card',
  form: /^[A-Z]{3}\d{6}$/,
  hasCheckDigits: (value) => byWeights(value, [7, 3, 1, 9, 7, 3, 1, 7, 3]) === 0,
};

/** Nine characters; a tenth, where it is given, is the check digit of the machine-readable lines. Nine alone cannot be checked. */
const deDocument: DocumentScheme = {
  key: 'DE:card',
  form: /^[A-Z\d]{9}\d$/,
  hasCheckDigits: (value) => mrzDigit(value.slice(0, 9)) === part(value, 9, 10),
};

/** Twelve digits, of which the last two are the remainder of the first ten by 97; 0 is written 00 or 97. */
const beIdentityCard: DocumentScheme = {
  key: 'BE:card',
  form: /^\d{12}$/,
  hasCheckDigits: (value) => part(value, 0, 10) % 97 === part(value, 10, 12) % 97,
};

const nlDocument: DocumentScheme = {
  key: 'NL:document',
  form: /^[A-NP-Z]{2}[A-NP-Z\d]{6}\d$/,
  isOnlyForm: true,
};

/** Electronic cards CA00000AA and 0000000AA, paper ones AA0000000. */
const itIdentityCard: DocumentScheme = {
  key: 'IT:card',
  form: /^(?:[A-Z]{2}\d{5}[A-Z]{2}|\d{7}[A-Z]{2}|[A-Z]{2}\d{7})$/,
  isOnlyForm: true,
};

/**
 * Five letters of the last name, decade, month (50 more for women), day, year, two initials, three computed characters; two more where the
 * licence was issued again. Northern Ireland has numbers of eight digits.
 */
const gbDriverNumber: DocumentScheme = {
  key: 'GB:driver',
  form: /^[A-Z\d]{5}\d{6}[A-Z9]{2}[A-Z\d]{3}(?:\d\d)?$/,
  read: (value) => {
    const year = Number(value.charAt(5) + value.charAt(10));
    const month = part(value, 6, 8);
    return born([1900 + year, 2000 + year], month > 50 ? month - 50 : month, part(value, 8, 10));
  },
};

/** Only numbers whose rules are public; where the person's own number is the card's, it is that number. */
const byCountry: Readonly<Record<string, Partial<Record<DocumentKind, readonly DocumentScheme[]>>>> = {
  BE: { idCard: [beIdentityCard] },
  CN: { idCard: [cnIdentityNumber] },
  DE: { idCard: [deDocument], passport: [deDocument], residencePermit: [deDocument] },
  ES: { idCard: [esDniNumber], residencePermit: [esNieNumber] },
  GB: { driverLicence: [gbDriverNumber] },
  HK: { idCard: [hkIdentityNumber] },
  IT: { idCard: [itIdentityCard] },
  NL: { idCard: [nlDocument], passport: [nlDocument] },
  PL: { idCard: [plIdentityCard] },
  PT: { idCard: [ptCitizenCard] },
  TH: { idCard: [thIdentityNumber] },
  TW: { idCard: [twIdentityNumber] },
};

export function documentSchemes(country: string, kind: DocumentKind): readonly DocumentScheme[] {
  return Object.hasOwn(byCountry, country) ? (byCountry[country]?.[kind] ?? []) : [];
}

/** 0 to 9, A to Z as 10 to 35, the filler as 0 (ICAO Doc 9303-3, section 4.9). */
function characterValue(character: string): number {
  return character === '<' ? 0 : Number.parseInt(character, 36);
}

/** Returns the weighted sum of the characters, modulo 10. The weights repeat. */
function byWeights(text: string, weights: readonly number[]): number {
  return [...text].reduce(
    (sum, character, index) =>
      (sum + characterValue(character) * (weights[index % weights.length] ?? 0)) % 10,
    0,
  );
}

/** Returns the check digit of a part of machine-readable lines: weights 7, 3, 1 (ICAO Doc 9303-3, section 4.9). */
function mrzDigit(text: string): number {
  return byWeights(text, [7, 3, 1]);
}
