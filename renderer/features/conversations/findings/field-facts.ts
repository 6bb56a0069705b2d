import type { MrzComparison } from '../../../../preload/contract/mrz.ts';
import { isObject } from '../../../../preload/contract/objects.ts';
import { type Check, type Conversation, check } from '../../../../preload/contract/service/conversation.ts';
import { causeTerm } from '../../../../preload/wording/causes.ts';
import { failuresFirst } from '../../../../preload/wording/failures-first.ts';
import { fieldOfCause, fieldPath } from '../../../../preload/wording/record.ts';
import {
  checkNameTerm,
  checkReasonTerm,
  checkResultTerm,
  similarityWord,
} from '../../../../preload/wording/results.ts';
import { type PlainTerm, plainNumber } from '../../../../preload/wording/terms.ts';

/** A fact about one value: a check, its similarity, that it could not be read, or the machine-readable zone beside it. */
export type FieldFact = PlainTerm;

/** The facts shown at one value, and the number of further ones. */
export interface FactsOfValue {
  first: readonly FieldFact[];
  more: number;
}

/** The most facts at one field; a genuine response has one or two. */
const maxFacts = 6;

/** Returns the facts of each value by its path in the response, failed ones first. Facts with the same words are one. */
export function fieldFacts(
  { result }: Conversation,
  mrz: readonly MrzComparison[] = [],
): ReadonlyMap<string, FactsOfValue> {
  const facts = new Map<string, Map<string, FieldFact>>();
  const addAt = (path: string, fact: FieldFact) => {
    const ofPath = facts.get(path) ?? new Map<string, FieldFact>();
    facts.set(path, ofPath.set(fact.label, fact));
  };
  const add = (identifier: unknown, fact: FieldFact) => {
    const path = typeof identifier === 'string' ? fieldPath(identifier) : undefined;
    if (path !== undefined) {
      addAt(path, fact);
    }
  };
  for (const product of Object.values(result ?? {})) {
    if (!isObject(product)) {
      continue;
    }
    for (const entry of Array.isArray(product.checks) ? product.checks : []) {
      // Nothing was checked of products that the interface does not name.
      const { data } = check.safeParse(entry);
      if (data) {
        add(data.details?.field, checkFact(data));
      }
    }
    for (const code of Array.isArray(product.errors) ? product.errors : []) {
      const field = typeof code === 'string' ? fieldOfCause(code) : undefined;
      if (field !== undefined) {
        const { label, tone, sentence } = causeTerm(code as string);
        add(field, { label, tone, sentence });
      }
    }
  }
  for (const detail of result?.verify?.details ?? []) {
    const value = detail.similarity ?? detail.reliability ?? detail.value;
    if (value !== undefined && value >= 0 && value <= 1) {
      const word = similarityWord(value);
      add(detail.field ?? detail.name, {
        label: `${plainNumber(value)} ${word.label.toLowerCase()}`,
        tone: word.tone,
        sentence: 'Similarity to the value in the query: 0 is different, 1 identical.',
      });
    }
  }
  for (const { path, is } of mrz) {
    addAt(path, mrzFacts[is]);
  }
  return new Map(
    [...facts].map(([path, ofPath]) => {
      const worstFirst = failuresFirst([...ofPath.values()], ({ tone }) => tone).map(({ entry }) => entry);
      return [
        path,
        { first: worstFirst.slice(0, maxFacts), more: Math.max(0, worstFirst.length - maxFacts) },
      ];
    }),
  );
}

const mrzFacts: Readonly<Record<MrzComparison['is'], FieldFact>> = {
  same: {
    tone: 'good',
    label: 'MRZ read here =',
    sentence:
      'The machine-readable zone in the picture of the document, read on this computer, has the same value.',
  },
  differs: {
    tone: 'bad',
    label: 'MRZ read here ≠',
    sentence:
      'The machine-readable zone in the picture of the document, read on this computer, has another value.',
  },
};

function checkFact({ name, result, details }: Check): FieldFact {
  const { label, tone, sentence } = checkResultTerm(result);
  const reason = typeof details?.reason === 'string' ? checkReasonTerm(details.reason).label : undefined;
  const title = checkNameTerm(name).label;
  return {
    tone,
    label: tone === 'good' ? title : `${title}: ${(reason ?? label).toLowerCase()}`,
    sentence: `${label}. ${sentence}`,
  };
}
