/** The documented field identifiers of `requireOneOf` and `optional` (field notes); the list is open. */
const documents: Readonly<Record<string, readonly string[]>> = {
  IDCARD: ['TYPE'],
  PASSPORT: [],
  RESIDENCE_PERMIT: ['TYPE'],
  DRIVER_LICENCE: ['ISSUE_STATE', 'CATEGORIES', 'ADDITIONAL_ID', 'LIMITATIONS', 'DOCUMENT_STATUS'],
  OTHER_DOCUMENT: ['DESCRIPTION'],
};
const ofEveryDocument = ['ID', 'ISSUE_DATE', 'EXPIRY_DATE', 'PHOTO', 'ISSUE_COUNTRY', 'ISSUER'];

const withPrefix = (prefix: string, names: string) => names.split(' ').map((name) => `${prefix}_${name}`);

export const fieldIdentifiers: readonly string[] = [
  ...withPrefix(
    'PERSON_NAME',
    'FIRSTNAME LASTNAME MIDDLENAME MIDDLE_INITIAL FULLNAME MOTHER_NAME FATHER_NAME SPELLING',
  ),
  ...withPrefix('PERSON_IDS', 'NATIONAL_ID ACCOUNTS'),
  ...Object.entries(documents).flatMap(([document, more]) =>
    [...ofEveryDocument, ...more].map((name) => `PERSON_IDS_${document}_${name}`),
  ),
  ...withPrefix('PERSON_INFO', 'GENDER NATIONALITY BIRTHDATE BIRTH_CITY BIRTH_COUNTRY AGE FOREIGNER_STATUS'),
  'PERSON_ADDRESS',
  ...withPrefix('PERSON_CONTACT', 'EMAIL PHONE EMAIL_OTP PHONE_OTP'),
  'COMPANY_NAME_NAME',
  ...withPrefix('COMPANY_IDS', 'TAX_ID ADDITIONAL_ID ACCOUNTS'),
  'COMPANY_ADDRESS',
  ...withPrefix('COMPANY_CONTACT', 'EMAIL PHONE'),
];
