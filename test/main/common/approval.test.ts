import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Answer,
  type ApprovedProposal,
  approvalOf,
  digestOf,
  type Proposal,
  pathOf,
  proposedItem,
  receiptApprovalProblem,
  rootFrom,
  rootOf,
  stateDigest,
  writeAnswer,
  writeProposal,
} from '../../../main/common/approval.ts';
import { fuzzRuns } from '../../support/full-tests.ts';

const items = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    proposedItem.parse({
      conversationId: `c-${at}`,
      plan: ['DELETE_DATA'],
      status: 'FINISHED',
      state: `s-${at}`,
    }),
  );

test('each item of a list leads to its root, at its place and in a list of that length alone', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 70 }), fc.nat(69), fc.nat(69), (count, one, other) => {
      const list = items(count);
      const [index, elsewhere] = [one % count, other % count];
      const item = list[index] as (typeof list)[number];
      const path = pathOf(list, index);
      expect(rootFrom(item, { index, count, path })).toBe(rootOf(list));
      if (elsewhere !== index) {
        expect(rootFrom(item, { index: elsewhere, count, path })).not.toBe(rootOf(list));
      }
      expect(rootFrom(item, { index, count: count * 2 + 1, path })).not.toBe(rootOf(list));
      expect(rootFrom({ ...item, state: 'other' }, { index, count, path })).not.toBe(rootOf(list));
      expect(rootFrom(item, { index, count, path: [...path, 'a'] })).toBeUndefined();
    }),
    { numRuns: fuzzRuns(1000) },
  );
});

test('a state is the same whatever the address for the user is, and differs between proposals', () => {
  const reply = {
    id: 'c',
    status: 'FINISHED',
    url: 'https://a.example/1',
    result: { aml: { found: ['PEP'] } },
  };
  expect(stateDigest('p', reply)).toBe(stateDigest('p', { ...reply, url: 'https://a.example/2' }));
  expect(stateDigest('p', reply)).not.toBe(stateDigest('q', reply));
  expect(stateDigest('p', reply)).not.toBe(stateDigest('p', { ...reply, result: { aml: { found: [] } } }));
});

/** A member with a key. */
function member(name: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const der = publicKey.export({ type: 'spki', format: 'der' });
  const signed = (text: string) => ({
    text,
    signature: sign(null, Buffer.from(text), privateKey).toString('base64'),
    publicKey: der.toString('base64'),
    name,
  });
  return { id: digestOf(der), signed };
}

const [anna, ben] = [member('Anna'), member('Ben')];
const [team, id] = [randomUUID(), randomUUID()];
const given: Omit<Proposal, 'format'> = {
  id,
  team,
  by: anna.id,
  at: 1,
  environment: 'https://idv.example',
  mode: 'DELETE_DATA',
  reason: 'other',
  ticket: 'T-1',
  early: null,
  startsAt: null,
  count: 3,
  root: rootOf(items(3)),
};
const receipt = {
  conversationId: 'c-1',
  mode: 'DELETE_DATA',
  reason: 'other',
  ticket: 'T-1',
  runId: id,
  keyId: anna.id,
  environment: 'https://idv.example',
};

/** An approved proposal, with changes of what both sign. */
function approved({
  proposal = {},
  answer = {},
  by = ben,
}: {
  proposal?: Partial<Proposal>;
  answer?: Partial<Answer>;
  by?: typeof ben;
} = {}): ApprovedProposal {
  const proposed = anna.signed(writeProposal({ ...given, ...proposal }));
  const verdict = {
    team,
    by: by.id,
    at: 2,
    proposal: digestOf(proposed.text),
    carrier: anna.id,
    verdict: 'approved' as const,
    ...answer,
  };
  return { proposal: proposed, approval: by.signed(writeAnswer(verdict)), items: items(3) };
}

function problem(of: ApprovedProposal, change: Partial<typeof receipt> = {}): string | undefined {
  const part = approvalOf(of, 'c-1');
  return part && receiptApprovalProblem(part, { ...receipt, ...change });
}

test('the approval in a receipt proves that two people signed what it is about', () => {
  expect(problem(approved())).toBeUndefined();
  expect(approvalOf(approved(), 'c-9')).toBeUndefined();
  const inList = 'Its conversation is not in the list that was approved.';
  expect(problem(approved(), { conversationId: 'c-2' })).toBe(inList);
  expect(problem(approved({ proposal: { root: rootOf(items(2)) } }))).toBe(inList);
  expect(problem(approved({ proposal: { count: 2 } }))).toBe(inList);
  const another = 'The act is not the one that was approved.';
  for (const change of [
    { mode: 'EXPIRE' },
    { reason: 'duplicate' },
    { ticket: 'T-2' },
    { runId: randomUUID() },
  ]) {
    expect(problem(approved(), change)).toBe(another);
  }
  expect(problem(approved(), { environment: 'https://other.example' })).toBe(another);
  expect(problem(approved(), { keyId: ben.id })).toContain('for another console');
  expect(problem(approved({ answer: { verdict: 'rejected' } }))).toBe('The proposal was rejected.');
  expect(problem(approved({ answer: { proposal: digestOf('another') } }))).toContain('another proposal');
  expect(problem(approved({ by: anna }))).toContain('by the person who made it');
  const twice = member('anna');
  expect(problem(approved({ by: twice }))).toContain('by the person who made it');
});

test('a changed signature, text or key in a receipt is named', () => {
  const good = approved();
  for (const part of ['proposal', 'approval'] as const) {
    const wrong = (change: object) => problem({ ...good, [part]: { ...good[part], ...change } });
    expect(wrong({ signature: anna.signed('another').signature })).toContain(
      'was not signed by the member it names',
    );
    expect(wrong({ publicKey: member('x').signed('').publicKey })).toContain(
      'was not signed by the member it names',
    );
    expect(wrong({ text: good[part].text.replace('"at":', '"at": ') })).toContain('not as Assay writes it');
    expect(wrong({ text: good[part].text.replace(/"at":\d/, '"at":7') })).toContain('was not signed');
    expect(wrong({ text: '{}' })).toContain('not as Assay writes it');
  }
});
