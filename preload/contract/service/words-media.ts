import { lookUp, type Word } from './words.ts';

function row(label: string, sentence: string, section = 'interface 2.3'): Word {
  return { label, tone: 'neutral', sentence, section };
}

const types: Readonly<Record<string, Word>> = {
  DOCUMENT: row('Document', 'A document of the authenticated person.'),
  FACE: row('Face', 'The face of the authenticated person.'),
  REPORT: row('Report', 'A report on the verification.'),
};

const subtypes: Readonly<Record<string, Word>> = {
  ID_CARD: row('Identity card', 'An identity card.'),
  DRIVER_LICENSE: row('Driving licence', 'A driving licence.'),
  PASSPORT: row('Passport', 'A passport.'),
  RESIDENCE_PERMIT: row('Residence permit', 'A residence permit.'),
  UTILITY_BILL: row('Utility bill', 'A utility bill.'),
};

const variants: Readonly<Record<string, Word>> = {
  FRONT: row('Front', 'The front of the document.'),
  BACK: row('Back', 'The back of the document.'),
};

/** Blank and absent are the same: a face has neither subtype nor variant (interface 2.3). */
function orBlank(value: string | undefined): string | undefined {
  return value === undefined || value.trim() === '' ? undefined : value;
}

export function mediaTypeWord(type: string | undefined): Word {
  return lookUp(types, orBlank(type), 'media type', 'interface 2.3');
}

/** Undefined when blank, as it is for a face. */
export function mediaSubtypeWord(subtype: string | undefined): Word | undefined {
  const given = orBlank(subtype);
  return given === undefined ? undefined : lookUp(subtypes, given, 'media subtype', 'interface 2.3');
}

/** Undefined when blank, as it is for a face. */
export function mediaVariantWord(variant: string | undefined): Word | undefined {
  const given = orBlank(variant);
  return given === undefined ? undefined : lookUp(variants, given, 'media variant', 'interface 2.3');
}

/** A medium's name for people: `Passport, front`, `Face`, `Report`. */
export function mediaTitle(item: {
  type?: string | undefined;
  subtype?: string | undefined;
  variant?: string | undefined;
}): string {
  const subtype = mediaSubtypeWord(item.subtype);
  const variant = mediaVariantWord(item.variant);
  const first = subtype?.label ?? mediaTypeWord(item.type).label;
  if (!variant) return first;
  const known = Object.hasOwn(variants, item.variant ?? '');
  return `${first}, ${known ? variant.label.toLowerCase() : variant.label}`;
}
