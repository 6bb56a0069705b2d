import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { PlausibilityFindings } from './plausibility-findings.ts';
import {
  companyPath,
  countryOf,
  documentsOf,
  personPath,
  readable,
  type Subject,
  unique,
} from './subject.ts';

/** Telephone numbers written with their country code; others say nothing, since their country is not known. */
export function checkPhone(subject: Subject, findings: PlausibilityFindings): void {
  const { person, company } = subject;
  const owners = [
    {
      given: person.contact?.phone,
      path: `${personPath}.contact.phone`,
      countries: personCountries(subject),
    },
    {
      given: company.contact?.phone,
      path: `${companyPath}.contact.phone`,
      countries: unique([addressCountry(company.address)]),
    },
  ];
  for (const { given: value, path, countries } of owners) {
    checkNumber(value, path, countries, findings);
  }
}

function checkNumber(
  value: unknown,
  path: string,
  countries: readonly string[],
  findings: PlausibilityFindings,
): void {
  const text = readable(value, 40);
  if (text === undefined || !/^(?:\+|00)/.test(text)) {
    return;
  }
  // Undefined where the country code is not assigned, or where there is no number in the text.
  const phone = parsePhoneNumberFromString(text.replace(/^00/, '+'));
  if (phone === undefined) {
    return;
  }
  findings.compared();
  if (!phone.isValid()) {
    findings.add({ rule: 'phone-form', severity: 'invalid', fields: [path] });
    return;
  }
  // Several countries can share a country code.
  const possible = phone.country === undefined ? phone.getPossibleCountries() : [phone.country];
  const [own] = possible;
  if (own !== undefined && countries.length > 0 && !possible.some((country) => countries.includes(country))) {
    findings.add({
      rule: 'phone-country',
      severity: 'note',
      fields: [path],
      countries: possible.slice(0, 3),
    });
  }
}

/** Returns every country that the record names; a phone of any of them is nothing unusual. */
function personCountries(subject: Subject): string[] {
  const { person, conversation } = subject;
  return unique([
    countryOf(person.info?.nationality),
    countryOf(person.info?.birthCountry),
    addressCountry(person.address),
    ...documentsOf(subject).map(({ document }) => countryOf(document.issueCountry)),
    ...(conversation.info ?? []).slice(0, 20).map(({ country }) => countryOf(country)),
  ]);
}

export function addressCountry(address: unknown): string | undefined {
  return typeof address === 'object' && address !== null && 'country' in address
    ? countryOf(address.country)
    : undefined;
}
