import { readDate } from '../shared/document-date.ts';
import { countryName } from './country-names.ts';

const user = 'result.identity.user.';

/** The members of a record that identify no person, each with the documented form of its value: anything else might be a name. */
const impersonal: readonly [path: RegExp, isDocumented: (value: string) => boolean][] = [
  [/^person\.info\.gender$/, (value) => ['MALE', 'FEMALE', 'OTHER'].includes(value)],
  [/^person\.info\.(?:nationality|birthCountry)$/, isCountry],
  [/^(?:person|company)\.address\.country$/, isCountry],
  [/^person\.ids\.(?:idCard|passport|driverLicence|residencePermit|otherDocument)\.issueCountry$/, isCountry],
  [/^person\.ids\.(?:idCard|passport|driverLicence|residencePermit|otherDocument)\.expiryDate$/, isDate],
  [/^person\.ids\.driverLicence\.categories\[\d+\]\.expiryDate$/, isDate],
];

/**
 * Returns whether a value of a record may be shown before the user reveals it, by an allow-list of paths and forms.
 *
 * @param path in the conversation, such as `result.identity.user.person.info.gender`
 */
export function isImpersonalValue(path: string, value: string): boolean {
  const inner = path.startsWith(user) ? path.slice(user.length) : undefined;
  return (
    inner !== undefined &&
    impersonal.some(([member, isDocumented]) => member.test(inner) && isDocumented(value))
  );
}

/** Returns such a value in words: “Poland (PL)”, “Male”; others unchanged. */
export function impersonalText(path: string, value: string): string {
  if (!isImpersonalValue(path, value) || isDate(value)) {
    return value;
  }
  const country = countryName(value);
  return country === undefined ? value.charAt(0) + value.slice(1).toLowerCase() : `${country} (${value})`;
}

/** Returns whether a text is a date in any form that can be read; other text could be anything. */
function isDate(value: string): boolean {
  return typeof readDate(value) === 'object';
}

function isCountry(value: string): boolean {
  return countryName(value) !== undefined;
}
