/** Labels of field identifiers of `requireOneOf`, `optional`, verify details and checks; the list is open. */
const groups: readonly (readonly [prefix: string, label: string])[] = [
  ['PERSON_IDS_IDCARD_', 'Identity card'],
  ['PERSON_IDS_PASSPORT_', 'Passport'],
  ['PERSON_IDS_RESIDENCE_PERMIT_', 'Residence permit'],
  ['PERSON_IDS_DRIVER_LICENCE_', 'Driving licence'],
  ['PERSON_IDS_OTHER_DOCUMENT_', 'Other document'],
  ['COMPANY_CONTACT_', 'Company'],
  ['COMPANY_IDS_', 'Company'],
];

const rest: Readonly<Record<string, string>> = {
  ID: 'number',
  ISSUE_DATE: 'date of issue',
  EXPIRY_DATE: 'date of expiry',
  PHOTO: 'photo',
  ISSUE_COUNTRY: 'country of issue',
  ISSUER: 'issuer',
  TYPE: 'type',
  ISSUE_STATE: 'state of issue',
  CATEGORIES: 'categories',
  ADDITIONAL_ID: 'additional id',
  LIMITATIONS: 'limitations',
  DOCUMENT_STATUS: 'status',
  DESCRIPTION: 'description',
  TAX_ID: 'tax id',
  ACCOUNTS: 'accounts',
  EMAIL: 'email',
  PHONE: 'phone',
};

const single: Readonly<Record<string, string>> = {
  PERSON_NAME_FIRSTNAME: 'First name',
  PERSON_NAME_LASTNAME: 'Last name',
  PERSON_NAME_MIDDLENAME: 'Middle name',
  PERSON_NAME_MIDDLE_INITIAL: 'Middle initial',
  PERSON_NAME_FULLNAME: 'Full name',
  PERSON_NAME_MOTHER_NAME: 'Mother’s name',
  PERSON_NAME_FATHER_NAME: 'Father’s name',
  PERSON_NAME_SPELLING: 'Alternative name',
  PERSON_IDS_NATIONAL_ID: 'National id',
  PERSON_IDS_ACCOUNTS: 'Accounts',
  PERSON_INFO_GENDER: 'Gender',
  PERSON_INFO_NATIONALITY: 'Nationality',
  PERSON_INFO_BIRTHDATE: 'Date of birth',
  PERSON_INFO_BIRTH_CITY: 'City of birth',
  PERSON_INFO_BIRTH_COUNTRY: 'Country of birth',
  PERSON_INFO_AGE: 'Age',
  PERSON_INFO_FOREIGNER_STATUS: 'Foreigner status',
  PERSON_ADDRESS: 'Address',
  PERSON_CONTACT_EMAIL: 'Email',
  PERSON_CONTACT_PHONE: 'Phone',
  PERSON_CONTACT_EMAIL_OTP: 'Email, confirmed by a code',
  PERSON_CONTACT_PHONE_OTP: 'Phone, confirmed by a code',
  COMPANY_NAME_NAME: 'Company name',
  COMPANY_ADDRESS: 'Company address',
};

/** Returns the label of a field identifier, or undefined for an unknown one. */
export function fieldIdentifierLabel(identifier: string): string | undefined {
  if (Object.hasOwn(single, identifier)) {
    return single[identifier];
  }
  for (const [prefix, label] of groups) {
    if (!identifier.startsWith(prefix)) {
      continue;
    }
    const suffix = identifier.slice(prefix.length);
    return Object.hasOwn(rest, suffix) ? `${label} ${rest[suffix]}` : undefined;
  }
  return undefined;
}
