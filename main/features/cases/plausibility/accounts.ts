import { countrySpecs, ValidationErrorsIBAN, validateIBAN } from 'ibantools';
import type { PlausibilityFindings } from './plausibility-findings.ts';
import { compact, companyPath, personPath, readable, type Subject } from './subject.ts';

const maxAccounts = 50;
/** Countries of the registry whose format the library takes for narrower than it is: a bank or account may have letters and digits. */
const widerFormats = ['BY', 'DO', 'PK', 'PS'];

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
  const account = readable(accountId, 60);
  const iban = account === undefined ? '' : compact(account);
  const country = iban.slice(0, 2);
  const isIban = /^[A-Z]{2}\d\d[A-Z0-9]{8,}$/.test(iban) && Object.hasOwn(countrySpecs, country);
  if (!isIban || countrySpecs[country]?.chars == null) {
    return;
  }
  findings.compared();
  const { errorCodes } = validateIBAN(iban);
  const finding = { severity: 'invalid' as const, fields: [path], countries: [country] };
  // The registry has no format for other countries: the one in use has changed before (Ivory Coast, Senegal).
  const isInRegistry = countrySpecs[country]?.IBANRegistry === true;
  const isWrongForm =
    errorCodes.includes(ValidationErrorsIBAN.WrongBBANLength) ||
    (errorCodes.includes(ValidationErrorsIBAN.WrongBBANFormat) && !widerFormats.includes(country));
  if (isInRegistry && isWrongForm) {
    findings.add({ rule: 'account-form', ...finding });
  } else if (!hasCheckDigits(iban)) {
    findings.add({ rule: 'account-check-digits', ...finding });
  }
}

/** ISO 13616-1, section 5: the number with its first four characters at the end, letters as 10 to 35, leaves 1 when divided by 97. */
function hasCheckDigits(iban: string): boolean {
  const digits = [...iban.slice(4), ...iban.slice(0, 4)]
    .map((character) => Number.parseInt(character, 36))
    .join('');
  return [...digits].reduce((remainder, digit) => (remainder * 10 + Number(digit)) % 97, 0) === 1;
}
