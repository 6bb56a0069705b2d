import { countrySpecs, ValidationErrorsIBAN, validateIBAN } from 'ibantools';
import type { PlausibilityFindings } from './plausibility-findings.ts';
import { compact, companyPath, personPath, readable, type Subject } from './subject.ts';

const maxAccounts = 50;
const formErrors = [ValidationErrorsIBAN.WrongBBANLength, ValidationErrorsIBAN.WrongBBANFormat];

/** Checks account numbers written as an IBAN of an IBAN country; others cannot be checked. */
export function checkAccounts({ person, company }: Subject, findings: PlausibilityFindings): void {
  const lists = [
    [person.ids?.accounts, `${personPath}.ids.accounts`],
    [company.ids?.accounts, `${companyPath}.ids.accounts`],
  ] as const;
  for (const [accounts = [], path] of lists) {
    for (const [index, { accountId }] of accounts.slice(0, maxAccounts).entries()) {
      checkIban(accountId, `${path}[${index}].accountId`, findings);
    }
  }
}

function checkIban(accountId: unknown, path: string, findings: PlausibilityFindings): void {
  const given = readable(accountId, 60);
  const iban = given === undefined ? '' : compact(given);
  const country = iban.slice(0, 2);
  const isIban = /^[A-Z]{2}\d\d[A-Z0-9]{8,}$/.test(iban) && Object.hasOwn(countrySpecs, country);
  if (!isIban || countrySpecs[country]?.chars == null) {
    return;
  }
  findings.compared();
  const { errorCodes } = validateIBAN(iban);
  const finding = { severity: 'invalid' as const, fields: [path], countries: [country] };
  if (errorCodes.some((code) => formErrors.includes(code))) {
    findings.add({ rule: 'account-form', ...finding });
  } else if (errorCodes.includes(ValidationErrorsIBAN.WrongIBANChecksum)) {
    findings.add({ rule: 'account-check-digits', ...finding });
  }
}
