import { causeTable } from './causes-table.ts';
import { knownExtension, literalTerm, type Term, type Tone } from './terms.ts';

export type CauseGroup = keyof typeof causeTable | 'unknown';

/** A cause code of `result.<product>.errors[]` or of a database source as text. */
export interface Cause extends Term {
  /** As the service sent it. */
  code: string;
  known: boolean;
  group: CauseGroup;
  groupLabel: string;
  /** The advice whether another try may help, and how. */
  anotherTry: string;
  /** Never shown to the end user: kept out of every text meant for them. */
  internalOnly: boolean;
}

interface Group {
  label: string;
  tone: Tone;
  anotherTry: string;
}

const groups: Readonly<Record<CauseGroup, Group>> = {
  capture: { label: 'Picture quality', tone: 'warn', anotherTry: 'Yes, with a better picture' },
  reading: { label: 'Reading', tone: 'warn', anotherTry: 'Yes, with a better picture' },
  unspecified: { label: 'Not specified', tone: 'warn', anotherTry: 'Not known' },
  validity: { label: 'Document validity', tone: 'bad', anotherTry: 'Not with this document' },
  face: { label: 'Face match', tone: 'bad', anotherTry: 'No: needs a manual review' },
  user: { label: 'The user', tone: 'warn', anotherTry: 'Yes: invite the user again' },
  eligibility: { label: 'Eligibility', tone: 'bad', anotherTry: 'Not with the same user and method' },
  access: { label: 'Access', tone: 'warn', anotherTry: 'Not known' },
  provider: { label: 'Provider', tone: 'warn', anotherTry: 'Later' },
  internal: { label: 'Internal only', tone: 'bad', anotherTry: 'Not stated: needs a manual decision' },
  unknown: { label: 'Unknown', tone: 'neutral', anotherTry: 'Not known' },
};

const causes = new Map(
  Object.entries(causeTable).flatMap(([group, codes]) =>
    Object.entries(codes).map(([code, [label, sentence]]) => [
      code,
      { group: group as CauseGroup, label, sentence },
    ]),
  ),
);

/** Returns the texts of a cause code. The list is open: an unknown code is shown as it is. */
export function causeTerm(code: string): Cause {
  const cause = causes.get(code);
  const group = cause?.group ?? 'unknown';
  const { label: groupLabel, tone, anotherTry } = groups[group];
  return {
    code,
    known: cause !== undefined,
    group,
    groupLabel,
    label: cause?.label ?? literalTerm(code),
    tone,
    sentence: cause?.sentence ?? 'This code is not documented. It is shown as received.',
    section: knownExtension,
    anotherTry,
    internalOnly: group === 'internal',
  };
}

export const knownCauseCodes: readonly string[] = [...causes.keys()];
