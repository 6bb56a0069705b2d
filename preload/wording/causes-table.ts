/** Known cause codes by group: label, sentence. An open list (interface 2.2 names two of them, the field notes the rest). */
export const causeTable = {
  capture: {
    SCAN_DOCUMENT_NOT_DETECTED: ['No document in the picture', 'No document was found in the picture.'],
    SCAN_DOCUMENT_TOO_BLURRY: ['Document blurred', 'The picture of the document is too blurred to read.'],
    SCAN_DOCUMENT_NOT_FULLY_VISIBLE: [
      'Document cut off',
      'Part of the document is outside the picture or covered.',
    ],
    SCAN_DOCUMENT_LOW_QUALITY: [
      'Low picture quality',
      'The picture of the document is not good enough to read.',
    ],
    SCAN_DOCUMENT_SIDE_MISMATCH: [
      'Wrong side',
      'The side in the picture is not the side that was requested.',
    ],
    SCAN_FACE_NOT_DETECTED: ['No face in the picture', 'No face was found in the picture.'],
    SCAN_FACE_TOO_BLURRY: ['Face blurred', 'The picture of the face is too blurred.'],
    SCAN_FACE_TOO_MANY_PEOPLE: [
      'Several people in the picture',
      'More than one face was found in the picture.',
    ],
  },
  reading: {
    SCAN_DOCUMENT_READ_FAILED_ID: ['Document number not read', 'The document’s number could not be read.'],
    SCAN_DOCUMENT_READ_FAILED_NATIONAL_ID: [
      'National id not read',
      'The national id could not be read from the document.',
    ],
    SCAN_DOCUMENT_READ_FAILED_FIRSTNAME: [
      'First name not read',
      'The first name could not be read from the document.',
    ],
    SCAN_DOCUMENT_READ_FAILED_LASTNAME: [
      'Last name not read',
      'The last name could not be read from the document.',
    ],
    SCAN_DOCUMENT_READ_FAILED_FULLNAME: [
      'Full name not read',
      'The full name could not be read from the document.',
    ],
    SCAN_DOCUMENT_READ_FAILED_ADDRESS: [
      'Address not read',
      'The address could not be read from the document.',
    ],
    SCAN_DOCUMENT_READ_FAILED_ISSUE_DATE: [
      'Issue date not read',
      'The date of issue could not be read from the document.',
    ],
    SCAN_DOCUMENT_READ_FAILED_EXPIRY_DATE: [
      'Expiry date not read',
      'The date of expiry could not be read from the document.',
    ],
    SCAN_DOCUMENT_READ_FAILED_BIRTHDATE: [
      'Birth date not read',
      'The date of birth could not be read from the document.',
    ],
    SCAN_DOCUMENT_MRZ_NOT_DETECTED: [
      'Machine-readable zone not found',
      'The machine-readable zone was not found in the picture.',
    ],
    SCAN_DOCUMENT_MRZ_READ_FAILED: [
      'Machine-readable zone not read',
      'The machine-readable zone was found but could not be read.',
    ],
  },
  unspecified: {
    SCAN_GENERIC_ERROR: ['Scan failed', 'The scan failed. The service does not say why.'],
  },
  validity: {
    SCAN_DOCUMENT_EXPIRED: ['Document expired', 'The document was no longer valid when it was checked.'],
    SCAN_DOCUMENT_DAMAGED: ['Document damaged', 'The document is damaged.'],
    SCAN_DOCUMENT_NOT_SUPPORTED: ['Document not supported', 'The service does not support this document.'],
    SCAN_DOCUMENT_TYPE_MISMATCH: [
      'Wrong document type',
      'The document is not of the type that was requested.',
    ],
    SCAN_DOCUMENT_COUNTRY_MISMATCH: [
      'Wrong country',
      'The document is not from the country that was requested.',
    ],
    SCAN_DOCUMENT_DATA_INCONSISTENCY: [
      'Inconsistent data',
      'Some data on the document contradicts other data on it.',
    ],
    SCAN_DOCUMENT_DATA_MISMATCH: [
      'Data does not match',
      'The document’s data does not match the data it was compared with.',
    ],
    SCAN_DOCUMENT_WRONG_ADDRESS: ['Wrong address', 'The address on the document is not the one expected.'],
    SCAN_DOCUMENT_UNIQUE_DOCUMENT: [
      'Rejected for uniqueness',
      'The service rejected the document because of its uniqueness; the code gives no details.',
    ],
    SCAN_DOCUMENT_PROBABLY_FAKE: [
      'Document probably fake',
      'The service considers the document probably fake.',
    ],
  },
  face: {
    SCAN_FACE_MISMATCH: ['Face does not match', 'The face does not match the one on the document.'],
    SCAN_FACE_UNCERTAIN: [
      'Face match uncertain',
      'It could not be determined whether the face matches the one on the document.',
    ],
    SCAN_FACE_PROBABLY_FAKE: [
      'Face probably fake',
      'The service considers that the picture probably does not show a live person.',
    ],
  },
  user: {
    ABANDONED: ['Abandoned', 'The user left before the process was complete.'],
    ABANDONED_AFTER_PROCESSED: [
      'Abandoned after processing',
      'The user left after data had been processed, before the process was complete.',
    ],
    NO_DATA_SHARED: ['No data shared', 'The user shared no data.'],
    ENQUIRY_FORM_NOT_FILLED: ['Form not filled in', 'The user did not fill in the enquiry form.'],
    BANK_NO_ACCOUNTS_SHARED: ['No accounts shared', 'The user shared no bank accounts.'],
    USER_NOT_AUTHORIZED: ['User not authorised', 'The user did not, or could not, authorise access.'],
    TOO_MANY_ATTEMPTS: ['Too many attempts', 'The user tried too many times.'],
  },
  eligibility: {
    INSUFFICIENT_AGE: ['Below the required age', 'The user is below the required age.'],
    INSUFFICIENT_PRIVILEGES: [
      'Insufficient privileges',
      'The user does not have the privileges that were required.',
    ],
    NO_IDENTITY_FOUND: ['No identity found', 'The method found no identity for this user.'],
    NO_USER_FOUND: ['No user found', 'The method found no such user.'],
  },
  access: {
    ELECTRONIC_DOCUMENT_ACCESS_ERROR: [
      'Electronic document not accessible',
      'The electronic part of the document could not be accessed.',
    ],
    E_IDENTITY_ACCESS_ERROR: [
      'Electronic identity not accessible',
      'The user’s electronic identity could not be accessed.',
    ],
  },
  provider: {
    PROVIDER_SERVER_ERROR: ['Provider error', 'A provider behind the service failed.'],
    PROVIDER_UNAVAILABLE: ['Provider unavailable', 'A provider behind the service could not be reached.'],
    SOURCE_UNAVAILABLE: ['Source unavailable', 'A data source behind the service could not be reached.'],
    MANUAL_OPERATION_REQUIRED: [
      'Manual step required',
      'The provider must complete a manual step before there is a result.',
    ],
  },
  internal: {
    FRAUD_SUSPICION: ['Fraud suspected', 'The service suspects fraud. Never say this to the end user.'],
    PROVIDER_BLACKLIST: [
      'On the provider’s blocklist',
      'The user is on the provider’s own blocklist. Never say this to the end user.',
    ],
  },
} as const satisfies Readonly<
  Record<string, Readonly<Record<string, readonly [label: string, sentence: string]>>>
>;
