import type { PlausibilityFinding, PlausibilityRule } from '../contract/plausibility.ts';
import { countryName } from './country-names.ts';
import { numberScheme } from './number-schemes.ts';
import { fieldPathLabel } from './record.ts';
import { counted, listed, type Term } from './terms.ts';

// Texts of the console's own checks. They are not results of the service, and no text contains a personal value.

/** A finding as texts for people. */
export interface PlausibilityText {
  /** One short line. */
  title: string;
  /** The comparison, and its possible meaning. */
  sentence: string;
  /** The publication of the rule. */
  source: string;
  severity: Term;
  /** The values concerned, in the finding's order. */
  fields: { path: string; label: string }[];
}

export const plausibilityTitle = 'This console’s own checks';
export const plausibilityMeaning =
  'Made here from the values in the response, by public rules. They are not results of the service. Differences and invalid values count in the assessment; notes do not.';

const severities: Readonly<Record<PlausibilityFinding['severity'] | 'counted', Term>> = {
  differs: severity('Differs', 'warn', 'Two values of the record do not agree.'),
  invalid: severity('Invalid', 'warn', 'A value breaks the rules of its format.'),
  note: severity('Note', 'neutral', 'Informational: it may be correct.'),
  counted: severity('Counted', 'warn', 'It may be correct, but counts in this environment.'),
};

const icao = 'ICAO Doc 9303-3';
const record = 'The values of the record';

/** The checks by short names, in the order in which they are listed. */
export const ownCheckLabels: Readonly<Record<PlausibilityRule, string>> = {
  'mrz-differs': 'Machine-readable zone and record differ',
  'name-differs': 'Full name and first and last name differ',
  'name-similar': 'Full name similar to first and last name',
  'name-transliterated': 'Names same when transliterated',
  'middle-initial-differs': 'Middle initial and middle name differ',
  'national-id-check-digits': 'National id: check digits',
  'national-id-form': 'National id: format',
  'national-id-birth-date-impossible': 'National id: no such date of birth',
  'national-id-birth-date': 'National id: other date of birth',
  'national-id-gender': 'National id: other gender',
  'national-id-name': 'National id: other name',
  'document-number-check-digits': 'Document number: check digits',
  'document-number-form': 'Document number: format',
  'document-number-birth-date': 'Document number: other date of birth',
  'date-impossible': 'A date that does not exist',
  'issue-after-expiry': 'Document issued after its expiry',
  'issue-before-birth': 'Document issued before the date of birth',
  'issue-in-future': 'Document issued in the future',
  'birth-in-future': 'Date of birth in the future',
  'birth-too-early': 'Date of birth more than 120 years ago',
  'age-too-high': 'Age higher than the date of birth allows',
  'age-too-low': 'Age lower than the date of birth allows',
  'under-eighteen': 'Under 18',
  'age-verification-differs': 'Age verification and date of birth differ',
  'account-check-digits': 'IBAN: check digits',
  'account-form': 'IBAN: length or format',
  'tax-id-check-digits': 'Tax id: check digits',
  'phone-form': 'Phone: not a valid number',
  'phone-country': 'Phone: number of another country',
};

type Text = Pick<PlausibilityText, 'title' | 'sentence'> & { source?: string };

const texts: Readonly<Record<PlausibilityRule, (finding: PlausibilityFinding) => Text>> = {
  'national-id-check-digits': (finding) => ({
    title: `${names(finding)}: the check digits do not match`,
    sentence:
      'A digit that was misread or mistyped is the most common cause. Some countries have issued a few numbers with wrong check digits.',
  }),
  'national-id-birth-date-impossible': (finding) => ({
    title: `${names(finding)}: no such date of birth`,
    sentence: 'The digits that give the date of birth are not a date.',
  }),
  'national-id-form': (finding) => ({
    title: `National id: not in the format of the ${names(finding)}`,
    sentence: `Expected ${forms(finding)}. It can be another kind of number.`,
  }),
  'national-id-birth-date': (finding) => ({
    title: `${names(finding)}: different date of birth`,
    sentence: `The number and the record give different dates of birth${differingParts(finding)}. Numbers are rarely changed when a date of birth is corrected.`,
  }),
  'national-id-gender': (finding) => ({
    title: `${names(finding)}: different gender`,
    sentence:
      'The number and the record give different genders. This can be correct, for example after a legal change of gender.',
  }),
  'national-id-name': (finding) => ({
    title: `${names(finding)}: different name`,
    sentence:
      'The letters of the name in the number are not those of the record. A name changed after the number was issued is a common reason.',
  }),
  'tax-id-check-digits': ({ countries = [] }) => ({
    title: 'Tax id: the check digits do not match',
    sentence: `It looks like a tax or VAT number of ${places(countries)}, but its check digits do not match.`,
    source: 'European Commission, TIN Algorithms and VIES; the country’s tax authority',
  }),
  'document-number-check-digits': (finding) => ({
    title: `${fieldPathLabel(finding.fields[0] ?? '')}: the check digit does not match`,
    sentence: `Checked as ${names(finding)}. A misread character is the most common cause.`,
  }),
  'document-number-form': (finding) => ({
    title: `${fieldPathLabel(finding.fields[0] ?? '')}: unusual format`,
    sentence: `Expected for a ${names(finding)}: ${forms(finding)}. Older documents can have another format.`,
  }),
  'document-number-birth-date': (finding) => ({
    title: `${names(finding)}: different date of birth`,
    sentence: `The number and the record give different dates of birth${differingParts(finding)}.`,
  }),
  'account-check-digits': () => ({
    title: 'IBAN: the check digits do not match',
    sentence: 'A mistyped digit is the most common cause. No payment would reach this account.',
    source: 'ISO 13616-1; ISO/IEC 7064, MOD 97-10',
  }),
  'account-form': ({ countries = [] }) => ({
    title: 'IBAN: wrong length or format',
    sentence: `It does not have the length or format that ${places(countries)} uses.`,
    source: 'ISO 13616; SWIFT, IBAN Registry',
  }),
  'date-impossible': (finding) => ({
    title: `${fieldPathLabel(finding.fields[0] ?? '')}: no such date`,
    sentence: 'There is no such day in the calendar.',
    source: 'ISO 8601-1',
  }),
  'issue-after-expiry': (finding) => ({
    title: `${documentOf(finding)}: issued after its expiry`,
    sentence: 'The date of issue is later than the date of expiry. They may have been swapped.',
  }),
  'issue-before-birth': (finding) => ({
    title: `${documentOf(finding)}: issued before the date of birth`,
    sentence: 'The date of issue is earlier than the person’s date of birth.',
  }),
  'issue-in-future': (finding) => ({
    title: `${documentOf(finding)}: issued in the future`,
    sentence: 'The date of issue is later than the day on which the conversation was read.',
  }),
  'birth-in-future': () => ({
    title: 'Date of birth: in the future',
    sentence: 'It is later than the day on which the conversation was read.',
  }),
  'birth-too-early': () => ({
    title: 'Date of birth: more than 120 years ago',
    sentence: 'A wrong century is the most common cause.',
  }),
  'age-too-high': () => ({
    title: 'Age: higher than the date of birth allows',
    sentence: 'By the date of birth the person is younger on the day on which the conversation was read.',
  }),
  'age-too-low': () => ({
    title: 'Age: lower than the date of birth allows',
    sentence: 'By the date of birth, the person was already older when the newest document was issued.',
  }),
  'under-eighteen': () => ({
    title: 'Under 18',
    sentence: 'By the date of birth the person is under 18 on the day on which the conversation was read.',
  }),
  'age-verification-differs': () => ({
    title: 'Age verification: contradicts the date of birth',
    sentence:
      'The age verification says that the person has reached the age. By the date of birth they have not.',
  }),
  'name-differs': () => ({
    title: 'Full name: does not match the first and last name',
    sentence:
      'The first or last name is not in the full name, which has another name instead, even when transliterated or spelled by other rules.',
    source: `${icao}, section 6`,
  }),
  'name-similar': () => ({
    title: 'Full name: similar to the first and last name',
    sentence:
      'Parts are missing, cut or spelled differently, as documents of the same person do. Compare the name with the document.',
    source: `${icao}, sections 4 and 6`,
  }),
  'name-transliterated': (finding) => ({
    title: `${fieldPathLabel(finding.fields[0] ?? '')}: same when transliterated`,
    sentence: 'The names are written differently, but are the same when transliterated.',
    source: `${icao}, section 6; AnyAscii`,
  }),
  'middle-initial-differs': () => ({
    title: 'Middle initial: does not match the middle name',
    sentence: 'The middle name begins with another letter, even when transliterated.',
  }),
  'mrz-differs': (finding) => ({
    title: `${fieldPathLabel(finding.fields[0] ?? '')}: differs from the machine-readable zone`,
    sentence:
      'The machine-readable zone in the picture of the document, read on this computer, has another value. Its check digits are right.',
    source: 'ICAO Doc 9303',
  }),
  'phone-form': () => ({
    title: 'Phone: not a valid number',
    sentence: 'The number is too long, too short or outside the ranges in use in its country.',
    source: 'ITU-T E.164; Google libphonenumber',
  }),
  'phone-country': ({ countries = [] }) => ({
    title: `Phone: number of ${places(countries)}`,
    sentence: 'The record names other countries only. People often keep a number when they move.',
    source: 'ITU-T E.164; Google libphonenumber',
  }),
};

/** Returns a finding of the console's own checks in texts. */
export function plausibilityText(finding: PlausibilityFinding): PlausibilityText {
  const { title, sentence, source } = texts[finding.rule](finding);
  const sources = schemesOf(finding).map((scheme) => scheme.source);
  return {
    title,
    sentence,
    source: source ?? (sources.length > 0 ? [...new Set(sources)].join('; ') : record),
    severity: severities[severityOf(finding)],
    fields: finding.fields.map((path) => ({ path, label: fieldPathLabel(path) })),
  };
}

function severityOf({ severity, weight }: PlausibilityFinding): keyof typeof severities {
  if (weight === 'note') {
    return 'note';
  }
  return severity === 'note' && weight !== undefined ? 'counted' : severity;
}

/** Returns the text shown if there is nothing to list. */
export function plausibilitySummary({
  findings,
  comparisons,
  complete,
}: {
  findings: readonly unknown[];
  comparisons: number;
  complete: boolean;
}): string | undefined {
  const made = `${counted(comparisons, 'comparison')} made`;
  if (!complete) {
    return `${made}. Not all checks could be completed.`;
  }
  if (comparisons === 0) {
    return 'Nothing in the record can be checked by public rules.';
  }
  return findings.length === 0 ? `${made}, nothing found.` : `${made}.`;
}

function severity(label: string, tone: Term['tone'], sentence: string): Term {
  return { label, tone, sentence, section: 'this console' };
}

function places(codes: readonly string[]): string {
  return listed(codes.map((code) => countryName(code) ?? code));
}

function schemesOf({ schemes = [] }: PlausibilityFinding) {
  return schemes.flatMap((key) => numberScheme(key) ?? []);
}

/** Returns the kinds of number that were tried; several if the data names several countries. */
function names(finding: PlausibilityFinding): string {
  return schemesOf(finding)
    .map(({ name }) => name)
    .join(' or ');
}

function forms(finding: PlausibilityFinding): string {
  return [...new Set(schemesOf(finding).map(({ form }) => form))].join(', or ');
}

/** Names the parts in which two dates differ. */
function differingParts({ parts = [] }: PlausibilityFinding): string {
  return parts.length === 0 ? '' : `: the ${listed(parts)} ${parts.length === 1 ? 'differs' : 'differ'}`;
}

/** Returns the document whose date is the first field, such as "Passport" for "Passport date of issue". */
function documentOf({ fields: [path = ''] }: PlausibilityFinding): string {
  return fieldPathLabel(path).split(' date of ')[0] ?? path;
}
