import { findTerm, type Term } from './terms.ts';

function row(label: string, sentence: string, section = 'interface 2.3'): Term {
  return { label, tone: 'neutral', sentence, section };
}

const types: Readonly<Record<string, Term>> = {
  DOCUMENT: row('Document', 'A document of the authenticated person.'),
  FACE: row('Face', 'The face of the authenticated person.'),
  REPORT: row('Report', 'A report on the verification.'),
};

const subtypes: Readonly<Record<string, Term>> = {
  ID_CARD: row('Identity card', 'An identity card.'),
  DRIVER_LICENSE: row('Driving licence', 'A driving licence.'),
  PASSPORT: row('Passport', 'A passport.'),
  RESIDENCE_PERMIT: row('Residence permit', 'A residence permit.'),
  UTILITY_BILL: row('Utility bill', 'A utility bill.'),
};

const variants: Readonly<Record<string, Term>> = {
  FRONT: row('Front', 'The front of the document.'),
  BACK: row('Back', 'The back of the document.'),
};

/** Blank and absent are the same: a face has neither subtype nor variant (interface 2.3). */
function orBlank(value: string | undefined): string | undefined {
  return value === undefined || value.trim() === '' ? undefined : value;
}

export function mediaTypeTerm(type: string | undefined): Term {
  return findTerm(types, orBlank(type), 'file type', 'interface 2.3');
}

/** Returns undefined when blank, as it is for a face. */
export function mediaSubtypeTerm(subtype: string | undefined): Term | undefined {
  const given = orBlank(subtype);
  return given === undefined ? undefined : findTerm(subtypes, given, 'file subtype', 'interface 2.3');
}

/** Returns undefined when blank, as it is for a face. */
export function mediaVariantTerm(variant: string | undefined): Term | undefined {
  const given = orBlank(variant);
  return given === undefined ? undefined : findTerm(variants, given, 'file variant', 'interface 2.3');
}

/** Returns a medium's title: `Passport, front`, `Face`, `Report`. */
export function mediaTitle(item: {
  type?: string | undefined;
  subtype?: string | undefined;
  variant?: string | undefined;
}): string {
  const subtype = mediaSubtypeTerm(item.subtype);
  const variant = mediaVariantTerm(item.variant);
  const first = subtype?.label ?? mediaTypeTerm(item.type).label;
  if (!variant) {
    return first;
  }
  const isDocumented = Object.hasOwn(variants, item.variant ?? '');
  return `${first}, ${isDocumented ? variant.label.toLowerCase() : variant.label}`;
}
