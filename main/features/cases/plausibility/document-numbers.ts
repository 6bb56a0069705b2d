import { compareBirth } from './national-id.ts';
import { documentSchemes } from './numbers/documents.ts';
import type { PlausibilityFindings } from './plausibility-findings.ts';
import { compact, countryOf, documentsOf, readable, type Subject } from './subject.ts';

/** Checks the number of each document against the public rules of the country that issued it. */
export function checkDocumentNumbers(subject: Subject, findings: PlausibilityFindings): void {
  for (const { kind, document, path } of documentsOf(subject)) {
    const country = countryOf(document.issueCountry);
    const number = readable(document.id, 40);
    const schemes = country === undefined ? [] : documentSchemes(country, kind);
    if (number === undefined || country === undefined || schemes.length === 0) {
      continue;
    }
    const value = compact(number);
    const inForm = schemes.filter(({ form }) => form.test(value));
    const about = { fields: [`${path}.id`], countries: [country] };
    if (inForm.length === 0) {
      const strict = schemes.filter(({ isOnlyForm }) => isOnlyForm);
      if (strict.length === schemes.length) {
        findings.compared();
        const keys = strict.map(({ key }) => key);
        findings.add({ rule: 'document-number-form', severity: 'note', ...about, schemes: keys });
      }
      continue;
    }
    findings.compared();
    const fitting = inForm.filter((scheme) => scheme.hasCheckDigits?.(value) ?? true);
    if (fitting.length === 0) {
      const keys = inForm.map(({ key }) => key);
      findings.add({ rule: 'document-number-check-digits', severity: 'invalid', ...about, schemes: keys });
      continue;
    }
    const contents = fitting.flatMap((scheme) => scheme.read?.(value) ?? []);
    if (contents.length === fitting.length) {
      compareBirth(
        subject,
        findings,
        contents.filter((content) => content !== 'impossible'),
        { ...about, schemes: fitting.map(({ key }) => key) },
        'document-number-birth-date',
      );
    }
  }
}
