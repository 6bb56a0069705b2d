import { dayOf } from '../../preload/shared/document-date.ts';
import { differingParts } from './dates.ts';
import { numbersOf } from './numbers/by-country.ts';
import type { NumberContent, Scheme } from './numbers/scheme.ts';
import { itTaxCode, withoutOmocodia } from './numbers/western-europe.ts';
import type { PlausibilityFindings } from './plausibility-findings.ts';
import { compact, countryOf, documentsOf, personPath, readable, type Subject, unique } from './subject.ts';
import { taxCodeNames } from './tax-code-names.ts';

const path = `${personPath}.ids.nationalId`;
const maxLength = 40;
/** A reply lists one source per method. */
const maxSources = 20;

/**
 * The national id against the public rules of its country, and the date of birth, gender and name in it against the record. The reply does
 * not say which country gave the number: it must be one that issued a document or whose source was used, or the person's nationality,
 * and a finding takes that the number fits none of them. Nothing is said as soon as one of them has numbers that are not known here.
 */
export function checkNationalId(subject: Subject, findings: PlausibilityFindings): void {
  const given = readable(subject.person.ids?.nationalId, maxLength);
  const countries = countriesOf(subject);
  const known = countries.map(numbersOf);
  if (
    given === undefined ||
    known.length === 0 ||
    known.includes(undefined) ||
    isDocumentNumber(given, subject)
  ) {
    return;
  }
  const numbers = known.filter((one) => one !== undefined);
  const schemes = unique(numbers.flatMap((one) => one.schemes));
  const inForm = schemes.filter((scheme) => scheme.form.test(formOf(given, scheme)));
  if (inForm.length === 0) {
    if (numbers.every(({ only }) => only)) {
      findings.compared();
      findings.add({ rule: 'national-id-form', severity: 'note', ...about(schemes, countries) });
    }
    return;
  }
  findings.compared();
  const tried = inForm.map((scheme) => ({ scheme, ...tryScheme(scheme, formOf(given, scheme)) }));
  const fitting = tried.filter(({ fault }) => fault === undefined);
  if (fitting.length === 0) {
    const rule = tried.some(({ fault }) => fault === 'check-digits')
      ? 'national-id-check-digits'
      : 'national-id-birth-date-impossible';
    findings.add({ rule, severity: 'invalid', ...about(inForm, countries) });
    return;
  }
  const possible = fitting.map(({ content }) => content);
  const concerned = about(
    fitting.map(({ scheme }) => scheme),
    countries,
  );
  compareBirth(subject, findings, possible, concerned);
  compareGender(subject, findings, possible, concerned);
  if (fitting.length === 1 && fitting[0]?.scheme === itTaxCode) {
    compareName(subject, findings, withoutOmocodia(formOf(given, itTaxCode)), concerned);
  }
}

/** The result of reading a number as one kind: its content, or what contradicts it. */
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

/** The countries named by the data, with the nationality. */
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
function isDocumentNumber(given: string, subject: Subject): boolean {
  return documentsOf(subject).some(({ document }) => {
    const number = readable(document.id, maxLength);
    return number !== undefined && compact(number) === compact(given);
  });
}

function formOf(given: string, { keepsSigns = false }: Scheme): string {
  return keepsSigns
    ? given
        .toUpperCase()
        .replaceAll(/[\s.]/g, '')
        .replaceAll(/[‐‑‒–—−]/g, '-')
    : compact(given);
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
  const [last, first] = [readable(lastName), readable(firstName)];
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
