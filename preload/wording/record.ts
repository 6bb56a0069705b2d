import { readDate } from '../shared/document-date.ts';
import { countryName } from './country-names.ts';
import { literalTerm } from './terms.ts';

/**
 * How a value is read. While it is masked, `name` and `number` show their shape, such as J••• or •••345. `country`, `gender`, `expiry` (a date)
 * and `term` (capital letters, such as NATIONAL_IDENTITY_CARD) identify no person and are not masked in their form.
 */
export type ValueKind =
  | 'text'
  | 'name'
  | 'number'
  | 'code'
  | 'date'
  | 'expiry'
  | 'country'
  | 'gender'
  | 'term';

/** A documented member: its name in the response, its label, and how it is read. */
export interface Member {
  member: string;
  label: string;
  kind: ValueKind;
}

export interface RecordGroup {
  title: string;
  /** Below `result.identity.user`. */
  path: string;
  members: readonly Member[];
}

/** The member's name, the end of its field identifier ('' for none), its label and its kind. */
type Row = readonly [member: string, code: string, label: string, kind?: ValueKind];

export const userPath = 'result.identity.user';
/** Labels and paths by field identifier (field notes, "Field identifiers"); labels by path below `result.identity.user`. */
const identifiers = new Map<string, { path: string; label: string }>();
const labels = new Map<string, string>();

function group(
  path: string,
  prefix: string,
  title: string,
  owner: string,
  rows: readonly Row[],
): RecordGroup {
  return {
    title,
    path,
    members: rows.map(([member, code, name, kind = 'text']) => {
      const label = owner === '' ? name : `${owner} ${name.toLowerCase()}`;
      labels.set(`${path}.${member}`, label);
      if (code !== '') {
        identifiers.set(prefix + code, { path: `${path}.${member}`, label });
      }
      return { member, label: name, kind };
    }),
  };
}

/** The groups of a record (field notes, `result.identity.user`), each with its members in the order in which they are shown. */
export const recordGroups = {
  name: group('person.name', 'PERSON_NAME_', 'Name', '', [
    ['fullName', 'FULLNAME', 'Full name', 'name'],
    ['firstName', 'FIRSTNAME', 'First name', 'name'],
    ['middleName', 'MIDDLENAME', 'Middle name', 'name'],
    ['middleInitial', 'MIDDLE_INITIAL', 'Middle initial', 'name'],
    ['lastName', 'LASTNAME', 'Last name', 'name'],
    ['motherName', 'MOTHER_NAME', 'Mother’s name', 'name'],
    ['fatherName', 'FATHER_NAME', 'Father’s name', 'name'],
  ]),
  spelling: group('person.name.spelling', '', 'Alternative name', '', [
    ['aliasName', '', 'Alias', 'name'],
    ['translatedName', '', 'Translated name', 'name'],
    ['translatedAlias', '', 'Translated alias', 'name'],
  ]),
  info: group('person.info', 'PERSON_INFO_', 'Person', '', [
    ['birthDate', 'BIRTHDATE', 'Date of birth', 'date'],
    ['age', 'AGE', 'Age'],
    ['gender', 'GENDER', 'Gender', 'gender'],
    ['nationality', 'NATIONALITY', 'Nationality', 'country'],
    ['birthCity', 'BIRTH_CITY', 'City of birth'],
    ['birthCountry', 'BIRTH_COUNTRY', 'Country of birth', 'country'],
    ['foreignerStatus', 'FOREIGNER_STATUS', 'Foreigner status'],
  ]),
  ids: group('person.ids', 'PERSON_IDS_', 'Ids', '', [
    ['nationalId', 'NATIONAL_ID', 'National id', 'number'],
  ]),
  contact: group('person.contact', 'PERSON_CONTACT_', 'Contact', '', [
    ['email', 'EMAIL', 'Email', 'name'],
    ['phone', 'PHONE', 'Phone', 'name'],
  ]),
  companyName: group('company.name', 'COMPANY_NAME_', 'Company', 'Company', [['name', '', 'Name', 'name']]),
  companyIds: group('company.ids', 'COMPANY_IDS_', 'Company', 'Company', [
    ['taxId', 'TAX_ID', 'Tax id', 'name'],
    ['additionalId', 'ADDITIONAL_ID', 'Additional id', 'name'],
  ]),
  companyContact: group('company.contact', 'COMPANY_CONTACT_', 'Company contact', 'Company', [
    ['email', 'EMAIL', 'Email', 'name'],
    ['phone', 'PHONE', 'Phone', 'name'],
  ]),
};

/** The documents of a person by their member of `ids`: their label, their field identifiers, and the subtype of their files (interface 2.3). */
export const documents = {
  idCard: document('idCard', 'IDCARD', 'Identity card', 'ID_CARD'),
  passport: document('passport', 'PASSPORT', 'Passport', 'PASSPORT'),
  driverLicence: document('driverLicence', 'DRIVER_LICENCE', 'Driving licence', 'DRIVER_LICENSE'),
  residencePermit: document('residencePermit', 'RESIDENCE_PERMIT', 'Residence permit', 'RESIDENCE_PERMIT'),
  otherDocument: document('otherDocument', 'OTHER_DOCUMENT', 'Other document'),
};
export const documentKinds = Object.keys(documents) as (keyof typeof documents)[];

/** Returns the label of a document by its member of `ids`. */
export function documentTitle(member: string): string {
  return documentKinds.some((kind) => kind === member)
    ? documents[member as keyof typeof documents].title
    : 'Document';
}

function document(member: string, code: string, title: string, subtype?: string) {
  const path = `person.ids.${member}`;
  const identifier = `PERSON_IDS_${code}_`;
  identifiers.set(`${identifier}PHOTO`, { path, label: `${title} photo` });
  identifiers.set(`${identifier}CATEGORIES`, { path: `${path}.categories`, label: `${title} categories` });
  const { members } = group(path, identifier, title, title, [
    ['id', 'ID', 'Number', 'number'],
    ['type', 'TYPE', 'Type', 'term'],
    ['description', 'DESCRIPTION', 'Description'],
    ['issuer', 'ISSUER', 'Issuer'],
    ['issueCountry', 'ISSUE_COUNTRY', 'Country of issue', 'country'],
    ['issueState', 'ISSUE_STATE', 'State of issue'],
    ['issueDate', 'ISSUE_DATE', 'Date of issue', 'date'],
    ['expiryDate', 'EXPIRY_DATE', 'Date of expiry', 'expiry'],
    ['additionalId', 'ADDITIONAL_ID', 'Additional id', 'number'],
    ['documentStatus', 'DOCUMENT_STATUS', 'Status', 'term'],
    ['limitations', 'LIMITATIONS', 'Limitations'],
  ]);
  return { title, path, members, identifier, subtype };
}

/** Fields that are no single value of a group, or another way to obtain one. */
const otherFields: readonly (readonly [identifier: string, path: string, label: string])[] = [
  ['PERSON_NAME_SPELLING', 'person.name.spelling', 'Alternative name'],
  ['PERSON_IDS_ACCOUNTS', 'person.ids.accounts', 'Accounts'],
  ['PERSON_ADDRESS', 'person.address', 'Address'],
  ['PERSON_CONTACT_EMAIL_OTP', 'person.contact.email', 'Email, confirmed by a code'],
  ['PERSON_CONTACT_PHONE_OTP', 'person.contact.phone', 'Phone, confirmed by a code'],
  ['COMPANY_NAME_NAME', 'company.name', 'Company name'],
  ['COMPANY_IDS_ACCOUNTS', 'company.ids.accounts', 'Company accounts'],
  ['COMPANY_ADDRESS', 'company.address', 'Company address'],
];
for (const [identifier, path, label] of otherFields) {
  identifiers.set(identifier, { path, label });
  if (!labels.has(path)) {
    labels.set(path, label);
  }
}
labels.set('person.address.fullAddress', 'Full address');
labels.set('company.address.fullAddress', 'Full address');

/** Returns the label of a field identifier of a request, a check or a similarity; undefined for an unknown one. */
export function fieldIdentifierLabel(identifier: string): string | undefined {
  return identifiers.get(identifier)?.label;
}

/** Returns the same, or an unknown identifier as it is. */
export function fieldLabel(identifier: string): string {
  return fieldIdentifierLabel(identifier) ?? literalTerm(identifier);
}

/** Returns the path of a field's value in the response, such as `result.identity.user.person.name.lastName`; undefined for an unknown field. */
export function fieldPath(identifier: string): string | undefined {
  const path = identifiers.get(identifier)?.path;
  return path === undefined ? undefined : `${userPath}.${path}`;
}

/** The fields of causes about the reading of a document, by the end of their codes. */
const readFields: Readonly<Record<string, string>> = {
  NATIONAL_ID: 'PERSON_IDS_NATIONAL_ID',
  FIRSTNAME: 'PERSON_NAME_FIRSTNAME',
  LASTNAME: 'PERSON_NAME_LASTNAME',
  FULLNAME: 'PERSON_NAME_FULLNAME',
  ADDRESS: 'PERSON_ADDRESS',
  BIRTHDATE: 'PERSON_INFO_BIRTHDATE',
};

/** Returns the field that a cause is about, where its code says so. */
export function fieldOfCause(code: string): string | undefined {
  const field = /^SCAN_DOCUMENT_READ_FAILED_(\w+)$/.exec(code)?.[1] ?? '';
  return Object.hasOwn(readFields, field) ? readFields[field] : undefined;
}

/** Returns the value at such a path in a user's data. */
export function recordValue(user: unknown, path: string): unknown {
  return innerPath(path)
    ?.split('.')
    .reduce<unknown>((at, member) => (at as Record<string, unknown> | undefined)?.[member], user);
}

/** Returns the label of a value by its path in the response, such as "Date of birth"; the words of the path's last part where none is known. */
export function fieldPathLabel(path: string): string {
  const inner = innerPath(path) ?? path;
  const account = /^(person|company)\.ids\.accounts\[(\d+)\](?:\.(.*))?/.exec(inner);
  if (account) {
    const [, owner, index, member = 'accountId'] = account;
    const name = `${owner === 'person' ? 'Account' : 'Company account'} ${Number(index) + 1}`;
    return member === 'accountId' ? name : `${name}, ${accountMember(member)}`;
  }
  const age = /^result\.ageVerification\.(over|result)$/.exec(path)?.[1];
  if (age !== undefined) {
    return `Age verification, ${age === 'over' ? 'age' : age}`;
  }
  return labels.get(inner) ?? inWords(inner.split('.').at(-1) ?? path);
}

function accountMember(member: string): string {
  return member === 'swiftbic' ? 'SWIFT/BIC' : inWords(member).toLowerCase();
}

function innerPath(path: string): string | undefined {
  return path.startsWith(`${userPath}.`) ? path.slice(userPath.length + 1) : undefined;
}

/** Returns the name of a member in words: `issueCountry` as `Issue country`. */
export function inWords(member: string): string {
  const words = member
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .trim()
    .slice(0, 120);
  return words === '' ? '(blank)' : words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}

export const genders: Readonly<Record<string, string>> = { MALE: 'Male', FEMALE: 'Female', OTHER: 'Other' };

/** Returns whether a value may be shown before the user reveals it: only in the documented form of its kind, anything else might be a name. */
export function isImpersonal(kind: ValueKind, value: string): boolean {
  switch (kind) {
    case 'gender':
      return Object.hasOwn(genders, value);
    case 'country':
      return countryName(value) !== undefined;
    case 'expiry':
      return typeof readDate(value) === 'object';
    case 'term':
      return /^[A-Z]+(_[A-Z]+)*$/.test(value);
    default:
      return false;
  }
}

/** The kinds of the values that reports show, by path below `result.identity.user`: an allow-list. */
const impersonalKinds = new Map<string, ValueKind>([
  ...[recordGroups.info, ...Object.values(documents)].flatMap(({ path, members }) =>
    members.map(({ member, kind }) => [`${path}.${member}`, kind] as const),
  ),
  ['person.address.country', 'country'],
  ['company.address.country', 'country'],
  ['person.ids.driverLicence.categories[].expiryDate', 'expiry'],
]);

/**
 * Returns whether a value of a record may be shown before the user reveals it, by an allow-list of paths and forms.
 *
 * @param path in the conversation, such as `result.identity.user.person.info.gender`
 */
export function isImpersonalValue(path: string, value: string): boolean {
  return isImpersonal(kindOf(path), value);
}

/** Returns such a value in words: “Poland (PL)”, “Male”, “National identity card”; others unchanged. */
export function impersonalText(path: string, value: string): string {
  const kind = kindOf(path);
  if (kind === 'term' && isImpersonal(kind, value)) {
    return inWords(value);
  }
  if (kind === 'gender') {
    return (Object.hasOwn(genders, value) ? genders[value] : undefined) ?? value;
  }
  const country = kind === 'country' ? countryName(value) : undefined;
  return country === undefined ? value : `${country} (${value})`;
}

function kindOf(path: string): ValueKind {
  return impersonalKinds.get(innerPath(path)?.replace(/\[\d+\]/, '[]') ?? '') ?? 'text';
}
