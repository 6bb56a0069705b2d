/** The way to enter a value. */
export type HeadlessFieldKind =
  | 'text'
  | 'email'
  | 'phone'
  | 'code'
  | 'date'
  | 'choice'
  | 'country'
  | 'yes-no'
  | 'file';

export interface KnownField {
  label: string;
  kind: HeadlessFieldKind;
  help?: string;
}

interface KnownComponent {
  label: string;
  /** The step's request to the applicant, and its meaning for the conversation. */
  sentence: string;
}

/**
 * Steps that the console has a form for. The interface documents the form of a component and no list of them (2.4); these are
 * common in services of this kind, and what the sandbox plays.
 */
export const headlessComponents: Readonly<Record<string, KnownComponent>> = {
  'CONTACT/ENTER_EMAIL': {
    label: 'Enter email address',
    sentence: 'The person gives an email address. The service usually sends a one-time code to it.',
  },
  'CONTACT/ENTER_PHONE': {
    label: 'Enter telephone number',
    sentence: 'The person gives a telephone number. The service usually sends a one-time code to it.',
  },
  'CONTACT/ENTER_OTP': {
    label: 'Enter one-time code',
    sentence: 'The person proves that the address or number is theirs with the code that was sent to it.',
  },
  'PERSON/ENTER_DATA': {
    label: 'Enter personal data',
    sentence: 'The person enters their personal data. It becomes part of the identity result.',
  },
  'PERSON/CONFIRM': {
    label: 'Confirm',
    sentence:
      'The person agrees or refuses. After agreement the checks are completed; a refusal cancels the conversation.',
  },
  'COUNTRY/SELECT': {
    label: 'Choose country',
    sentence: 'The person chooses the country that issued the document.',
  },
  'METHOD/SELECT': {
    label: 'Choose method',
    sentence: 'The person chooses how to be identified. The next steps depend on it.',
  },
  'BANK/SELECT': {
    label: 'Choose bank',
    sentence: 'The person chooses the bank to log in with.',
  },
  'DOCUMENT/SELECT': {
    label: 'Choose document',
    sentence: 'The person chooses the kind of document to be checked.',
  },
  'DOCUMENT/UPLOAD': {
    label: 'Document photos',
    sentence: 'The person supplies pictures of the document. The service reads and checks it.',
  },
  'FACE/UPLOAD': {
    label: 'Face photo',
    sentence: 'The person supplies a picture of their face. The service compares it with the document.',
  },
  'PROCESS/WAIT': {
    label: 'Wait',
    sentence: 'The service is processing. It asks for nothing; continue to see the next step.',
  },
  'CONVERSATION/END': {
    label: 'End of the flow',
    sentence: 'There is no further step. The status of the conversation says how it ended.',
  },
};

const text = (label: string): KnownField => ({ label, kind: 'text' });
const file = (label: string): KnownField => ({ label, kind: 'file' });

/** Fields by the name the service gives them. */
export const headlessFieldNames: Readonly<Record<string, KnownField>> = {
  email: { label: 'Email address', kind: 'email' },
  phone: { label: 'Telephone number', kind: 'phone', help: 'With the country code, such as +48600700800.' },
  phoneNumber: { label: 'Telephone number', kind: 'phone', help: 'With the country code.' },
  otp: { label: 'One-time code', kind: 'code' },
  code: { label: 'Code', kind: 'code' },
  firstName: text('First name'),
  middleName: text('Middle name'),
  lastName: text('Last name'),
  fullName: text('Full name'),
  nationalId: text('National id'),
  birthDate: { label: 'Date of birth', kind: 'date', help: 'As YYYY-MM-DD.' },
  issueDate: { label: 'Date of issue', kind: 'date', help: 'As YYYY-MM-DD.' },
  expiryDate: { label: 'Date of expiry', kind: 'date', help: 'As YYYY-MM-DD.' },
  country: { label: 'Country', kind: 'country' },
  nationality: { label: 'Nationality', kind: 'country' },
  documentType: { label: 'Kind of document', kind: 'choice' },
  method: { label: 'Method', kind: 'choice' },
  bank: { label: 'Bank', kind: 'choice' },
  consent: { label: 'Does the person agree?', kind: 'yes-no' },
  front: file('Front of the document'),
  back: file('Back of the document'),
  documentFront: file('Front of the document'),
  documentBack: file('Back of the document'),
  face: file('Face'),
  selfie: file('Face'),
  photo: file('Photo'),
};
