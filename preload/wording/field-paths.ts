import { fieldIdentifierLabel } from './fields.ts';

/** The identifier of a member of `result.identity.user` (field notes, "Field identifiers"), where it has another name. */
const named: Readonly<Record<string, string>> = {
  nationalId: 'PERSON_IDS_NATIONAL_ID',
  idCard: 'PERSON_IDS_IDCARD_',
  passport: 'PERSON_IDS_PASSPORT_',
  driverLicence: 'PERSON_IDS_DRIVER_LICENCE_',
  residencePermit: 'PERSON_IDS_RESIDENCE_PERMIT_',
  otherDocument: 'PERSON_IDS_OTHER_DOCUMENT_',
  id: 'ID',
  issueDate: 'ISSUE_DATE',
  expiryDate: 'EXPIRY_DATE',
  issueCountry: 'ISSUE_COUNTRY',
  issuer: 'ISSUER',
  issueState: 'ISSUE_STATE',
  type: 'TYPE',
  description: 'DESCRIPTION',
  documentStatus: 'DOCUMENT_STATUS',
  limitations: 'LIMITATIONS',
  middleInitial: 'PERSON_NAME_MIDDLE_INITIAL',
  birthDate: 'PERSON_INFO_BIRTHDATE',
  birthCity: 'PERSON_INFO_BIRTH_CITY',
  birthCountry: 'PERSON_INFO_BIRTH_COUNTRY',
  taxId: 'COMPANY_IDS_TAX_ID',
};
const prefixes: Readonly<Record<string, string>> = {
  name: 'PERSON_NAME_',
  info: 'PERSON_INFO_',
  contact: 'PERSON_CONTACT_',
};
const others: Readonly<Record<string, string>> = {
  'name.spelling.translatedName': 'Translated name',
  'address.fullAddress': 'Full address',
  'result.ageVerification.over': 'Age verification, age',
  'result.ageVerification.result': 'Age verification, result',
};
const user = 'result.identity.user.';

/** Returns the label of a value by its path in the reply, such as "Date of birth"; the words of the path's last part where none is known. */
export function fieldPathLabel(path: string): string {
  const inner = path.startsWith(user) ? path.slice(user.length) : path;
  const owner = inner.startsWith('company.') ? 'Company' : undefined;
  const short = inner.replace(/^(person|company)\./, '');
  if (Object.hasOwn(others, short)) {
    return others[short] ?? short;
  }
  const account = /^ids\.accounts\[(\d+)\]/.exec(short);
  if (account) {
    return `${owner === undefined ? 'Account' : 'Company account'} ${Number(account[1]) + 1}`;
  }
  const [group = '', ...parts] = short.split('.');
  const identifiers =
    group === 'ids'
      ? [parts.map((part) => (Object.hasOwn(named, part) ? named[part] : part)).join('')]
      : parts.map((part) =>
          Object.hasOwn(named, part)
            ? named[part]
            : `${owner === undefined ? '' : 'COMPANY_'}${
                owner === undefined ? (prefixes[group] ?? '') : `${group.toUpperCase()}_`
              }${part.toUpperCase()}`,
        );
  return fieldIdentifierLabel(identifiers[0] ?? '') ?? inWords(short.split('.').at(-1) ?? path);
}

/** `streetName` as `Street name`. */
function inWords(member: string): string {
  const words = member.replaceAll(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}
