import { countryOfVatNumber, hasWrongCheckDigits } from './numbers/tax-numbers.ts';
import { addressCountry } from './phone.ts';
import type { PlausibilityFindings } from './plausibility-findings.ts';
import { compact, companyPath, readable, type Subject } from './subject.ts';

/**
 * Checks the company's tax id against the numbers of its country: the one of its address, else the one that a VAT number begins with. A number of
 * another form says nothing: countries have more kinds than are known here.
 */
export function checkTaxId({ company }: Subject, findings: PlausibilityFindings): void {
  const given = readable(company.ids?.taxId, 40);
  if (given === undefined) {
    return;
  }
  const value = compact(given);
  if (value === '') {
    return;
  }
  const country = addressCountry(company.address) ?? countryOfVatNumber(value);
  const isWrong = country === undefined ? undefined : hasWrongCheckDigits(country, value);
  if (country === undefined || isWrong === undefined) {
    return;
  }
  findings.compared();
  if (isWrong) {
    findings.add({
      rule: 'tax-id-check-digits',
      severity: 'invalid',
      fields: [`${companyPath}.ids.taxId`],
      countries: [country],
    });
  }
}
