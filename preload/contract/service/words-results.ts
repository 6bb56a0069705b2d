import { lookUp, seenInTheField, type Tone, type Word } from './words.ts';

type Row = readonly [label: string, tone: Tone, sentence: string];

function table(section: string, rows: Readonly<Record<string, Row>>): Readonly<Record<string, Word>> {
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
  OTHER: ['Other list', 'warn', 'Found on a list of another kind; the service does not say which.'],
});

/** An AML list on which the user was found (interface 2.2); an unknown list is still a hit. */
export function amlListWord(list: string): Word {
  const word = lookUp(amlLists, list, 'list', 'interface 2.2');
  return word.tone === 'neutral' ? { ...word, tone: 'warn' } : word;
}

const checkResults = table(seenInTheField, {
  ACCEPTED: ['Accepted', 'good', 'The check was made and the data passed it.'],
  FAILED: ['Failed', 'bad', 'The check was made and the data did not pass it.'],
  ERROR: ['Error', 'warn', 'The check could not be made; this says nothing about the data.'],
});

/** The result of an additional validation. */
export function checkResultWord(result: string | undefined): Word {
  return lookUp(checkResults, result, 'check result', seenInTheField);
}

const checkNames = table(seenInTheField, {
  CONSISTENCY_CHECK: [
    'Consistency',
    'neutral',
    'Whether the data agrees with itself and with its own format.',
  ],
});

export function checkNameWord(name: string | undefined): Word {
  return lookUp(checkNames, name, 'check', seenInTheField);
}

const checkReasons = table(seenInTheField, {
  FORMAT_ERROR: ['Format error', 'bad', 'The value does not have the form such a value must have.'],
});

export function checkReasonWord(reason: string): Word {
  return lookUp(checkReasons, reason, 'reason', seenInTheField);
}

const useCases = table('interface 2.5', {
  MATCHING: ['Matching', 'neutral', 'The user’s data was compared with what the source holds.'],
});

export function sourceUseCaseWord(name: string | undefined): Word {
  return lookUp(useCases, name, 'use case', 'interface 2.5');
}

const sourceStatuses = table('interface 2.5', {
  FINISHED: [
    'Finished',
    'neutral',
    'The source was asked and answered; whether it matched stands beside it.',
  ],
  FAILED: ['Failed', 'bad', 'The source gave no answer; this says nothing about the user.'],
});

export function sourceStatusWord(status: string | undefined): Word {
  return lookUp(sourceStatuses, status, 'source status', 'interface 2.5');
}

const sourceTypes = table('interface 2.5', {
  MARKETING: ['Marketing', 'neutral', 'A marketing database.'],
  GOVERNMENT: ['Government', 'neutral', 'A government database.'],
});

export function sourceTypeWord(type: string | undefined): Word {
  return lookUp(sourceTypes, type, 'source type', 'interface 2.5');
}

const matches = table('interface 2.5', {
  FULL_MATCH: ['Full match', 'good', 'All the data compared agrees with this source.'],
  PARTIAL_MATCH: ['Partial match', 'warn', 'Only part of the data compared agrees with this source.'],
  NO_MATCH: ['No match', 'bad', 'The data compared does not agree with this source.'],
});

export function sourceMatchWord(match: string | undefined): Word {
  return lookUp(matches, match, 'match result', 'interface 2.5');
}
