import { dayOf } from '../../../../preload/shared/document-date.ts';
import { differingParts } from './dates.ts';
import { countriesWithNumbers, numbersOf } from './numbers/by-country.ts';
import type { NumberContent, Scheme } from './numbers/scheme.ts';
import { itTaxCode, withoutOmocodia } from './numbers/western-europe.ts';
import type { PlausibilityFindings } from './plausibility-findings.ts';
import { compact, countryOf, documentsOf, personPath, readable, type Subject, unique } from './subject.ts';
import { isLatin, spellings } from './transliteration.ts';

const maxWords = 6;

/**
 * Returns the first six letters that an Italian tax code can have for a name (Ministerial Decree of 23 December 1976): with and without the middle
 * name, for one of several names, in every Latin spelling. Undefined where the name is not in Latin letters.
 */
function taxCodeNames(last: string, first: string, middle: string | undefined): Set<string> | undefined {
  // A code can have been given for one of several names.
  const words = (name: string) => [
    name,
    ...(name.includes(' ') ? name.split(/[ -]+/).slice(0, maxWords) : []),
  ];
  const firsts = unique([...words(first), ...(middle === undefined ? [] : [`${first} ${middle}`])]);
  if (![last, ...firsts].every(isLatin)) {
    return undefined;
  }
  const lasts = words(last).map(spellings);
  const firstNames = firsts.map(spellings);
  if (lasts.includes(undefined) || firstNames.includes(undefined)) {
    return undefined;
  }
  const firstCodes = firstNames.flatMap((some) => [...(some ?? [])].map(firstNameCode));
  const lastCodes = lasts.flatMap((some) => [...(some ?? [])].map(lastNameCode));
  return new Set(lastCodes.flatMap((name) => unique(firstCodes).map((code) => name + code)));
}

function lastNameCode(name: string): string {
  const { consonants, vowels } = lettersOf(name);
  return `${consonants}${vowels}XXX`.slice(0, 3);
}

/** Returns the three letters of a first name; the second of four or more consonants is left out. */
function firstNameCode(name: string): string {
  const { consonants, vowels } = lettersOf(name);
  const letters = consonants.length > 3 ? consonants.charAt(0) + consonants.slice(2) : consonants;
  return `${letters}${vowels}XXX`.slice(0, 3);
}

function lettersOf(name: string) {
  const letters = name.replaceAll(' ', '');
  return { consonants: letters.replaceAll(/[AEIOU]/g, ''), vowels: letters.replaceAll(/[^AEIOU]/g, '') };
}

const path = `${personPath}.ids.nationalId`;
const maxLength = 40;
/** A response lists one source per method. */
const maxSources = 20;

/**
 * Checks the national id against the public rules of its country, and the date of birth, gender and name in it against the record. The response does
 * not say which country gave the number, unless the number does: it must be one that issued a document or whose source was used, or the
 * person's nationality, and a finding takes that the number fits none of them. Nothing is said as soon as one of them has numbers that are
 * not known here, or if the number fits another country with the person's date of birth.
 */
export function checkNationalId(subject: Subject, findings: PlausibilityFindings): void {
  const idNumber = statedNumber(readable(subject.person.ids?.nationalId, maxLength));
  if (idNumber === undefined || isDocumentNumber(idNumber.number, subject)) {
    return;
  }
  const { number: text, country } = idNumber;
  const countries = country === undefined ? countriesOf(subject) : [country];
  const ofCountries = countries.map(numbersOf);
  if (ofCountries.length === 0 || ofCountries.includes(undefined)) {
    return;
  }
  const numbers = ofCountries.filter((one) => one !== undefined);
  const schemes = unique(numbers.flatMap((one) => one.schemes));
  const results = schemes.flatMap((scheme) => {
    const value = valueIn(text, scheme);
    return value === undefined ? [] : [{ scheme, ...tryScheme(scheme, value) }];
  });
  const fitting = results.filter(({ fault }) => fault === undefined);
  if (
    !fitting.some(({ content }) => isBornThen(content, subject)) &&
    fitsElsewhere(text, countries, subject)
  ) {
    return;
  }
  if (results.length === 0) {
    if (numbers.every(({ only, also }) => only && !also?.test(compact(text))) && isNumber(text)) {
      findings.compared();
      findings.add({ rule: 'national-id-form', severity: 'note', ...about(schemes, countries) });
    }
    return;
  }
  findings.compared();
  if (fitting.length === 0) {
    const inForm = results.map(({ scheme }) => scheme);
    const rule = results.some(({ fault }) => fault === 'check-digits')
      ? 'national-id-check-digits'
      : 'national-id-birth-date-impossible';
    const severity = inForm.some(({ isUnofficial }) => isUnofficial) ? 'note' : 'invalid';
    findings.add({ rule, severity, ...about(inForm, countries) });
    return;
  }
  const possible = fitting.map(({ content }) => content);
  const scope = about(
    fitting.map(({ scheme }) => scheme),
    countries,
  );
  compareBirth(subject, findings, possible, scope);
  compareGender(subject, findings, possible, scope);
  if (fitting.length === 1 && fitting[0]?.scheme === itTaxCode) {
    compareName(subject, findings, withoutOmocodia(formOf(text, itTaxCode)), scope);
  }
}

/**
 * Returns the number, with the country where the text names it: `PNOEE-…` (ETSI EN 319 412-1, section 5.1.3) or `EE/AT/…` (eIDAS, SAML attribute
 * profile). Undefined for a passport or another kind of number in that form.
 */
function statedNumber(text: string | undefined): { number: string; country?: string } | undefined {
  if (text === undefined) {
    return undefined;
  }
  const [, kind, country, number] = /^([A-Z]{3})([A-Z]{2})-(.+)$/i.exec(text) ?? [];
  if (kind !== undefined && number !== undefined && country !== undefined) {
    return kind.toUpperCase() === 'PNO' ? { number, country: country.toUpperCase() } : undefined;
  }
  const [, of, rest] = /^([A-Z]{2})\/[A-Z]{2}\/(.+)$/i.exec(text) ?? [];
  return of !== undefined && rest !== undefined
    ? { number: rest, country: of.toUpperCase() }
    : { number: text };
}

/** Returns the number as its kind writes it; zeros that were lost in front are put back where the check digits then fit. */
function valueIn(text: string, scheme: Scheme): string | undefined {
  const value = formOf(text, scheme);
  if (scheme.form.test(value)) {
    return value;
  }
  return [`0${value}`, `00${value}`].find(
    (longer) => scheme.form.test(longer) && scheme.hasCheckDigits?.(longer) === true,
  );
}

/** Returns false for words, and for values of which the service shows a part only. */
function isNumber(text: string): boolean {
  return /(?:\d.*){4}/.test(text) && !/[*•●#_?…]|X{4}/i.test(text);
}

function isBornThen(content: NumberContent | undefined, { person }: Subject): boolean {
  const birthDate = dayOf(person.info?.birthDate);
  return (
    content?.births === undefined || content.births.some((birth) => birthDate?.startsWith(birth) ?? true)
  );
}

/**
 * Returns whether check digits and date of birth are those of another country's number, where the record does not name the nationality. Without a
 * date of birth to compare, only where no document names a country either.
 */
function fitsElsewhere(text: string, countries: readonly string[], subject: Subject): boolean {
  const isOwn =
    countryOf(subject.person.info?.nationality) !== undefined ||
    (dayOf(subject.person.info?.birthDate) === undefined &&
      documentsOf(subject).some(({ document }) => countryOf(document.issueCountry) !== undefined));
  return (
    !isOwn &&
    countriesWithNumbers.some(
      (country) =>
        !countries.includes(country) &&
        numbersOf(country)?.schemes.some((scheme) => {
          const value = formOf(text, scheme);
          if (scheme.hasCheckDigits === undefined || scheme.isUnofficial || !scheme.form.test(value)) {
            return false;
          }
          const { fault, content } = tryScheme(scheme, value);
          return fault === undefined && content?.births !== undefined && isBornThen(content, subject);
        }),
    )
  );
}

/** Returns the result of reading a number as one kind: its content, or what contradicts it. */
function tryScheme(
  scheme: Scheme,
  value: string,
): { fault?: 'check-digits' | 'date'; content: NumberContent | undefined } {
  if (!(scheme.hasCheckDigits?.(value) ?? true)) {
    return { fault: 'check-digits', content: undefined };
  }
  const content = scheme.read?.(value);
  return content === 'impossible' ? { fault: 'date', content: undefined } : { content };
}

type About = Pick<Parameters<PlausibilityFindings['add']>[0], 'fields' | 'schemes' | 'countries'> & {
  fields: string[];
};

function about(schemes: readonly Scheme[], countries: readonly string[]): About {
  return { fields: [path], schemes: schemes.map(({ key }) => key), countries: [...countries] };
}

/** Returns the countries named by the data, with the nationality. */
function countriesOf({ person, conversation, ...subject }: Subject): string[] {
  const issuers = unique([
    ...documentsOf({ person, conversation, ...subject }).map(({ document }) =>
      countryOf(document.issueCountry),
    ),
    ...(conversation.info ?? []).slice(0, maxSources).map(({ country }) => countryOf(country)),
  ]);
  return issuers.length === 0 ? [] : unique([...issuers, countryOf(person.info?.nationality)]);
}

/** Some services return a document's own number as the national id. */
function isDocumentNumber(text: string, subject: Subject): boolean {
  return documentsOf(subject).some(({ document }) => {
    const number = readable(document.id, maxLength);
    return number !== undefined && compact(number) === compact(text);
  });
}

function formOf(text: string, { keepsSigns = false }: Scheme): string {
  return keepsSigns
    ? text
        .toUpperCase()
        .replaceAll(/[\s.]/g, '')
        .replaceAll(/[‐‑‒–—−]/g, '-')
    : compact(text);
}

/** Compares the date of birth that differs least. A number without a date of birth may be right, which ends the comparison. */
export function compareBirth(
  { person }: Subject,
  findings: PlausibilityFindings,
  contents: readonly (NumberContent | undefined)[],
  about: About,
  rule: 'national-id-birth-date' | 'document-number-birth-date' = 'national-id-birth-date',
): void {
  const birthDate = dayOf(person.info?.birthDate);
  if (birthDate === undefined || contents.some((content) => content?.births === undefined)) {
    return;
  }
  findings.compared();
  const births = contents.flatMap((content) => content?.births ?? []);
  if (births.some((birth) => birthDate.startsWith(birth))) {
    return;
  }
  const differences = births
    .map((birth) => differingParts(birth, birthDate.slice(0, birth.length)))
    .sort((one, other) => one.length - other.length);
  findings.add({
    ...about,
    rule,
    severity: 'differs',
    fields: [...about.fields, `${personPath}.info.birthDate`],
    parts: differences[0] ?? [],
  });
}

function compareGender(
  { person }: Subject,
  findings: PlausibilityFindings,
  contents: readonly (NumberContent | undefined)[],
  about: About,
): void {
  const gender = person.info?.gender;
  const isComparable = gender === 'MALE' || gender === 'FEMALE';
  if (!isComparable || contents.some((content) => content?.gender === undefined)) {
    return;
  }
  findings.compared();
  if (contents.every((content) => content?.gender !== gender)) {
    findings.add({
      ...about,
      rule: 'national-id-gender',
      severity: 'differs',
      fields: [...about.fields, `${personPath}.info.gender`],
    });
  }
}

function compareName({ person }: Subject, findings: PlausibilityFindings, code: string, about: About): void {
  const { firstName, middleName, lastName } = person.name ?? {};
  const last = readable(lastName);
  const first = readable(firstName);
  const names =
    last === undefined || first === undefined ? undefined : taxCodeNames(last, first, readable(middleName));
  if (names === undefined) {
    return;
  }
  findings.compared();
  if (!names.has(code.slice(0, 6))) {
    const fields = ['lastName', 'firstName'].map((member) => `${personPath}.name.${member}`);
    findings.add({
      ...about,
      rule: 'national-id-name',
      severity: 'differs',
      fields: [...about.fields, ...fields],
    });
  }
}
