import { knownExtension, literalTerm, spokenCode, type Term } from './terms.ts';

const methods: Readonly<Record<string, string>> = {
  DOCUMENT_SCAN: 'Document scan',
  FACE_SCAN: 'Face scan',
  VIDEO_CALL: 'Video call',
  E_ID: 'Electronic identity (eID)',
  EID: 'Electronic identity (eID)',
  NFC: 'Chip of the document (NFC)',
  BANK_LOGIN: 'Login at a bank',
  OPEN_BANKING: 'Login at a bank (open banking)',
  DATABASE: 'Database',
};

/**
 * Returns the name of a data source or verification method (interface 2.2, `info[].method`, an open list). An unknown code is shown in words;
 * anything else unchanged.
 */
export function methodTerm(value: string): Term {
  if (Object.hasOwn(methods, value)) {
    return {
      label: methods[value] ?? value,
      tone: 'neutral',
      sentence: 'The data source or verification method that was used.',
      section: knownExtension,
    };
  }
  return {
    label: spokenCode(value) ?? literalTerm(value),
    tone: 'neutral',
    sentence: 'The interface does not list data sources and verification methods.',
    section: 'interface 2.2',
  };
}
