import { findTerm, knownExtension, spokenCode, type Term, type Tone } from './terms.ts';

type Row = readonly [label: string, tone: Tone, sentence: string];

function table(section: string, rows: Readonly<Record<string, Row>>): Readonly<Record<string, Term>> {
  return Object.fromEntries(
    Object.entries(rows).map(([value, [label, tone, sentence]]) => [
      value,
      { label, tone, sentence, section },
    ]),
  );
}

const amlLists = table('interface 2.2', {
  PEP: ['PEP', 'warn', 'Found on a list of politically exposed persons.'],
  SANCTIONS: ['Sanctions', 'bad', 'Found on a sanctions list.'],
  ADVERSE_MEDIA: ['Adverse media', 'warn', 'Found in adverse media.'],
  SIP: ['SIP', 'warn', 'Found on a list of special interest persons.'],
  OTHER: ['Other list', 'warn', 'Found on another kind of list. The service does not say which.'],
});

/** Returns an AML list with a hit (interface 2.2); an unknown list is still a hit. */
export function amlListTerm(list: string): Term {
  const term = findTerm(amlLists, list, 'list', 'interface 2.2');
  return term.tone === 'neutral' ? { ...term, tone: 'warn' } : term;
}

/**
 * The meaning of a hit on a list for the user who decides, and the limits of the interface (2.2: the list's name only).
 */
export const amlMeaning: Readonly<Record<string, string>> = {
  SANCTIONS: 'Doing business with a sanctioned person may be prohibited. Decide before anything else.',
  PEP: 'A person with a prominent public function, a relative or a close associate. Not an offence; it usually calls for enhanced due diligence.',
  ADVERSE_MEDIA: 'Named in negative news. The service does not say which, or about what.',
  SIP: 'A person of special interest, such as one named in a legal or regulatory action.',
  OTHER: 'Another kind of list. The service does not say which.',
};

/** The facts about a hit that the interface never gives (2.2), shown once below the lists. */
export const amlUnsaid =
  'The service gives the name of the list only: no matched name, date of birth, score or link. Only the list itself tells whether it is the same person.';

const checkResults = table(knownExtension, {
  ACCEPTED: ['Accepted', 'good', 'The check was made and the data passed it.'],
  FAILED: ['Failed', 'bad', 'The check was made and the data did not pass it.'],
  ERROR: ['Error', 'warn', 'The check could not be made. This says nothing about the data.'],
});

/** Returns the result of an additional validation. */
export function checkResultTerm(result: string | undefined): Term {
  return findTerm(checkResults, result, 'check result', knownExtension);
}

const checkNames = table(knownExtension, {
  CONSISTENCY_CHECK: [
    'Consistency',
    'neutral',
    'Compares the data with itself and with the required format.',
  ],
});

/** Returns the name of a check; of an unknown one the words of its code. */
export function checkNameTerm(name: string | undefined): Term {
  const term = findTerm(checkNames, name, 'check', knownExtension);
  const spoken = name !== undefined && term.label === name ? spokenCode(name) : undefined;
  return spoken === undefined ? term : { ...term, label: spoken };
}

const checkReasons = table(knownExtension, {
  FORMAT_ERROR: ['Format error', 'bad', 'The value does not have the required format.'],
});

export function checkReasonTerm(reason: string): Term {
  return findTerm(checkReasons, reason, 'reason', knownExtension);
}

const useCases = table('interface 2.5', {
  MATCHING: ['Matching', 'neutral', 'The user’s data was compared with what the source holds.'],
});

export function sourceUseCaseTerm(name: string | undefined): Term {
  return findTerm(useCases, name, 'use case', 'interface 2.5');
}

const sourceStatuses = table('interface 2.5', {
  FINISHED: ['Finished', 'neutral', 'The source answered. The match is shown next to it.'],
  FAILED: ['Failed', 'bad', 'The source gave no answer. This says nothing about the user.'],
});

export function sourceStatusTerm(status: string | undefined): Term {
  return findTerm(sourceStatuses, status, 'source status', 'interface 2.5');
}

const sourceTypes = table('interface 2.5', {
  MARKETING: ['Marketing', 'neutral', 'A marketing database.'],
  GOVERNMENT: ['Government', 'neutral', 'A government database.'],
});

export function sourceTypeTerm(type: string | undefined): Term {
  return findTerm(sourceTypes, type, 'source type', 'interface 2.5');
}

const matches = table('interface 2.5', {
  FULL_MATCH: ['Full match', 'good', 'All the data compared agrees with this source.'],
  PARTIAL_MATCH: ['Partial match', 'warn', 'Only part of the data compared agrees with this source.'],
  NO_MATCH: ['No match', 'bad', 'The data compared does not agree with this source.'],
});

export function sourceMatchTerm(match: string | undefined): Term {
  return findTerm(matches, match, 'match result', 'interface 2.5');
}

/** Returns a similarity from 0 to 1 in a word; below 0.8 a user should compare the two values. */
export function similarityWord(value: number): { label: string; tone: Tone } {
  if (value >= 1) {
    return { label: 'Identical', tone: 'good' };
  }
  if (value >= 0.8) {
    return { label: 'Similar', tone: 'good' };
  }
  if (value >= 0.5) {
    return { label: 'Partly similar', tone: 'warn' };
  }
  return { label: value > 0 ? 'Hardly similar' : 'Different', tone: 'bad' };
}
