import anyAscii from 'any-ascii';
import { isObject, omitUndefined } from '../../../preload/contract/objects.ts';
import type { Conversation } from '../../../preload/contract/service/conversation.ts';
import { birthDateOf, isText, listedNameOf, nameOf, textOf } from '../../../preload/wording/person.ts';

/** The person of a case, stored sealed. */
export interface CasePerson {
  name?: string;
  /** The name as a list has it. */
  listed?: string;
  birthDate?: string;
  /** Other names, and names in parts. */
  names?: string[];
  email?: string;
  phone?: string;
}

/** The digits that are compared of a phone number: those before may be a country's code or a zero. */
const phoneDigits = 9;
/** The fewest digits of a phone number or birth date. */
const minDigits = 6;

export function casePersonOf(conversation: Conversation): CasePerson {
  const { name = {}, contact = {} } = conversation.result?.identity?.user?.person ?? {};
  const { spelling, motherName: _mother, fatherName: _father, fullName: _full, ...parts } = name;
  const others = [...Object.values(parts), ...(isObject(spelling) ? Object.values(spelling) : [])];
  const names = others.filter(isText).slice(0, 12);
  return omitUndefined({
    name: nameOf(conversation),
    listed: listedNameOf(conversation),
    birthDate: birthDateOf(conversation),
    names: names.length === 0 ? undefined : names.map((one) => one.slice(0, 300)),
    email: textOf(contact.email),
    phone: textOf(contact.phone),
  });
}

/** Returns the words by which a person is found, each between spaces. */
export function personWords({ name, birthDate, names = [], email, phone }: CasePerson): string {
  const words = new Set([name, ...names].flatMap((text) => foldedWords(text ?? '')));
  const numbers = [birthDate, phone].map((text) => digitsOf(text ?? ''));
  const others = [...numbers, addressOf(email ?? '')].filter((one) => one !== '');
  return ` ${[...words, ...others].join(' ')} `;
}

/**
 * Returns a function that says whether words of `personWords` are those of a person in a text: each word of a name in any order, or a whole birth
 * date, e-mail address or phone number. Undefined where the text cannot name anybody.
 *
 * @param isTyping the last word may be the beginning of a name
 */
export function personMatcher(text: string, isTyping: boolean): ((words: string) => boolean) | undefined {
  if (text.includes('@')) {
    const address = ` ${addressOf(text)} `;
    return (words) => words.includes(address);
  }
  const isNumber = /^[\d\s()./+-]+$/.test(text);
  const digits = digitsOf(text);
  const ends = datesIn(text);
  if (isNumber && digits.length >= minDigits) {
    ends.push(digits.slice(-phoneDigits));
  }
  if (isNumber || ends.length > 0) {
    return ends.length === 0 ? undefined : (words) => ends.some((end) => words.includes(`${end} `));
  }
  const all = foldedWords(text);
  if (all.join('').length < 2 || /\d/.test(text)) {
    return undefined;
  }
  const patterns = all.map((word, index) =>
    isTyping && index === all.length - 1 ? ` ${word}` : ` ${word} `,
  );
  return (words) => patterns.every((word) => words.includes(word));
}

/**
 * Returns the words of a text in Latin letters without marks, in one spelling for what documents and people write in several ways: V and W, I, J
 * and Y, umlauts with and without E, letters once and twice.
 */
function foldedWords(text: string): string[] {
  return anyAscii(asPassportsWrite(text.normalize('NFC')).replaceAll(/\p{Script=Han}/gu, '$& '))
    .toLowerCase()
    .replaceAll(/['`"]/g, '')
    .replaceAll('w', 'v')
    .replaceAll(/[jy]/g, 'i')
    .replaceAll(/([aou])e/g, '$1')
    .replaceAll(/([a-z])\1+/g, '$1')
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
}

/** Replaces the pairs of Greek letters that passports write with other Latin letters than each of them has (ELOT 743). */
function asPassportsWrite(text: string): string {
  return text
    .replaceAll(/(?<=[οΟ])[υύΥΎ]/g, 'u')
    .replaceAll(/(?<=[αεηΑΕΗ])[υύΥΎ](?=[αάεέηήιίοόωώβγδζλμνρ])/gi, 'v')
    .replaceAll(/(?<=[αεηΑΕΗ])[υύΥΎ]/g, 'f')
    .replaceAll(/(?<!\p{L})[μΜ][πΠ]/gu, 'b')
    .replaceAll(/[γΓ](?=[γΓ])/g, 'n');
}

/** Returns a text in lower case and Latin letters without marks, in which the parts of another are found. */
export function plainText(text: string): string {
  return anyAscii(text.normalize('NFC')).toLowerCase();
}

/** Returns the digits of the dates that a text such as 02.11.1979 or 2 Nov 1979 may mean; it may name the month first. */
function datesIn(text: string): string[] {
  const [, one, other, year = ''] = /^(\d\d?)[./ -](\d\d?)[./ -](\d{4})$/.exec(text) ?? [];
  if (one !== undefined && other !== undefined) {
    const first = one.padStart(2, '0');
    const second = other.padStart(2, '0');
    return [year + second + first, year + first + second];
  }
  const date = /^\d\d? [a-z]{3,9} \d{4}$/i.test(text) ? new Date(`${text} UTC`) : undefined;
  return date && !Number.isNaN(date.getTime()) ? [digitsOf(date.toISOString().slice(0, 10))] : [];
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '');
}

function addressOf(text: string): string {
  return text.normalize('NFC').toLowerCase().replaceAll(/\s/g, '');
}
