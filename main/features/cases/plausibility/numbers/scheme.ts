import { calendarDate } from '../../../../../preload/shared/document-date.ts';
import type { NumberSchemeKey } from '../../../../../preload/wording/number-schemes.ts';

/** The content of a number. Missing members are absent. */
export interface NumberContent {
  /** ISO dates, or prefixes (`1985`, `1985-04`) if the number contains no more; several if the century is open. */
  births?: readonly string[];
  gender?: 'MALE' | 'FEMALE';
}

/** A kind of number. */
export interface Scheme {
  key: NumberSchemeKey;
  /** Its format without separators, in upper case. */
  form: RegExp;
  /** Returns false if the check digits are wrong. Absent if they prove nothing: then only the format counts. */
  hasCheckDigits?(value: string): boolean;
  /** True if the rule of the check digits is in general use but not published by the authority: wrong ones are a note only. */
  isUnofficial?: boolean;
  /** `impossible` where the digits of the date of birth are not a date; undefined where the number has no date that can be read. */
  read?(value: string): NumberContent | 'impossible' | undefined;
  /** `-` and `+` are part of the number and not separators. */
  keepsSigns?: boolean;
}

/** A validator of the library `stdnum`. */
interface Validator {
  validate(value: string): { isValid: boolean; error?: { name: string } };
}

/**
 * Returns the library's result for the check digits only. Its other refusals (an unknown county, a new range) are no evidence and count as
 * valid. For kinds whose date or region the library looks at first, `check-digits.ts` has the digits on their own.
 */
export function checkedBy(library: Validator): (value: string) => boolean {
  return (value) => {
    const { isValid, error } = library.validate(value);
    return isValid || error?.name !== 'InvalidChecksum';
  };
}

/** Returns the number in the digits of a part. */
export function part(value: string, from: number, to: number): number {
  return Number(value.slice(from, to));
}

/** Male where the digit is odd. */
export function byOddDigit(digit: number): 'MALE' | 'FEMALE' {
  return digit % 2 === 1 ? 'MALE' : 'FEMALE';
}

/**
 * Returns a reading of a date of birth. A month or day of 0 means that it is unknown in several countries.
 * @param years every year that the number can mean
 */
export function born(
  years: readonly number[],
  month: number,
  day: number,
  gender?: 'MALE' | 'FEMALE',
): NumberContent | 'impossible' {
  const genderPart = gender === undefined ? {} : { gender };
  if (month === 0 || day === 0) {
    return genderPart;
  }
  const births = years.flatMap((year) => calendarDate(year, month, day) ?? []);
  return births.length === 0 ? 'impossible' : { births, ...genderPart };
}
