/** The paths of field identifiers in `result.identity.user` (field notes, "result.identity.user"). */
const single: Readonly<Record<string, string>> = {
  PERSON_NAME_FIRSTNAME: 'person.name.firstName',
  PERSON_NAME_LASTNAME: 'person.name.lastName',
  PERSON_NAME_MIDDLENAME: 'person.name.middleName',
  PERSON_NAME_MIDDLE_INITIAL: 'person.name.middleInitial',
  PERSON_NAME_FULLNAME: 'person.name.fullName',
  PERSON_NAME_MOTHER_NAME: 'person.name.motherName',
  PERSON_NAME_FATHER_NAME: 'person.name.fatherName',
  PERSON_NAME_SPELLING: 'person.name.spelling',
  PERSON_IDS_NATIONAL_ID: 'person.ids.nationalId',
  PERSON_IDS_ACCOUNTS: 'person.ids.accounts',
  PERSON_INFO_GENDER: 'person.info.gender',
  PERSON_INFO_NATIONALITY: 'person.info.nationality',
  PERSON_INFO_BIRTHDATE: 'person.info.birthDate',
  PERSON_INFO_BIRTH_CITY: 'person.info.birthCity',
  PERSON_INFO_BIRTH_COUNTRY: 'person.info.birthCountry',
  PERSON_INFO_AGE: 'person.info.age',
  PERSON_INFO_FOREIGNER_STATUS: 'person.info.foreignerStatus',
  PERSON_ADDRESS: 'person.address',
  PERSON_CONTACT_EMAIL: 'person.contact.email',
  PERSON_CONTACT_PHONE: 'person.contact.phone',
  PERSON_CONTACT_EMAIL_OTP: 'person.contact.email',
  PERSON_CONTACT_PHONE_OTP: 'person.contact.phone',
  COMPANY_NAME_NAME: 'company.name',
  COMPANY_IDS_TAX_ID: 'company.ids.taxId',
  COMPANY_IDS_ADDITIONAL_ID: 'company.ids.additionalId',
  COMPANY_IDS_ACCOUNTS: 'company.ids.accounts',
  COMPANY_ADDRESS: 'company.address',
  COMPANY_CONTACT_EMAIL: 'company.contact.email',
  COMPANY_CONTACT_PHONE: 'company.contact.phone',
};

const documents: readonly (readonly [prefix: string, member: string])[] = [
  ['PERSON_IDS_IDCARD_', 'idCard'],
  ['PERSON_IDS_PASSPORT_', 'passport'],
  ['PERSON_IDS_RESIDENCE_PERMIT_', 'residencePermit'],
  ['PERSON_IDS_DRIVER_LICENCE_', 'driverLicence'],
  ['PERSON_IDS_OTHER_DOCUMENT_', 'otherDocument'],
];

const documentMembers: Readonly<Record<string, string>> = {
  ID: 'id',
  ISSUE_DATE: 'issueDate',
  EXPIRY_DATE: 'expiryDate',
  ISSUE_COUNTRY: 'issueCountry',
  ISSUER: 'issuer',
  TYPE: 'type',
  ISSUE_STATE: 'issueState',
  CATEGORIES: 'categories',
  ADDITIONAL_ID: 'additionalId',
  LIMITATIONS: 'limitations',
  DOCUMENT_STATUS: 'documentStatus',
  DESCRIPTION: 'description',
};

const user = 'result.identity.user';

/** Returns the path of a field's value in the reply, such as `result.identity.user.person.name.lastName`; undefined for an unknown field. */
export function fieldPath(identifier: string): string | undefined {
  if (Object.hasOwn(single, identifier)) {
    return `${user}.${single[identifier]}`;
  }
  for (const [prefix, document] of documents) {
    if (identifier.startsWith(prefix)) {
      const suffix = identifier.slice(prefix.length);
      const member = Object.hasOwn(documentMembers, suffix) ? `.${documentMembers[suffix]}` : '';
      return member === '' && suffix !== 'PHOTO' ? undefined : `${user}.person.ids.${document}${member}`;
    }
  }
  return undefined;
}

/** Returns the field that a cause is about, where its code says so. */
export function fieldOfCause(code: string): string | undefined {
  const field = /^SCAN_DOCUMENT_READ_FAILED_(\w+)$/.exec(code)?.[1];
  const fields: Readonly<Record<string, string>> = {
    NATIONAL_ID: 'PERSON_IDS_NATIONAL_ID',
    FIRSTNAME: 'PERSON_NAME_FIRSTNAME',
    LASTNAME: 'PERSON_NAME_LASTNAME',
    FULLNAME: 'PERSON_NAME_FULLNAME',
    ADDRESS: 'PERSON_ADDRESS',
    BIRTHDATE: 'PERSON_INFO_BIRTHDATE',
  };
  return field !== undefined && Object.hasOwn(fields, field) ? fields[field] : undefined;
}
