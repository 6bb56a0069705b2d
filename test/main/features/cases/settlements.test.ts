import { expect, onTestFinished, test } from 'vitest';
import type { IndexRequests } from '../../../../main/features/cases/index/index-service.ts';
import type { Finding } from '../../../../preload/contract/cases.ts';
import type { Conversation } from '../../../../preload/contract/service/conversation.ts';
import { historyText } from '../../../../preload/wording/history.ts';
import { settlementText } from '../../../../preload/wording/settlements.ts';
import { newDataDir, OpenKeychain, sandbox, startConsole } from './cases-harness.ts';
import { act, env, get, ids, openInMemory, record, who } from './index-harness.ts';

type Checks = { name: string; result: string; details: { field: string; reason?: string } }[];

const person = (lastName: string) => ({ person: { name: { firstName: 'Jan', lastName } } });
const response = (
  checks: Checks,
  { found = ['SANCTIONS'], lastName = 'Kowalski', lastChanged = '2026-01-01T00:00:00Z' } = {},
): Partial<Conversation> => ({
  result: {
    identity: { status: 'FINISHED', user: person(lastName), checks },
    aml: { status: 'FINISHED', found, subscription: { active: true, lastChanged } },
  },
});
const failed = (field: string, reason?: string) => ({
  name: 'CONSISTENCY',
  result: 'FAILED',
  details: { field, ...(reason === undefined ? {} : { reason }) },
});
const lastNameCheck = failed('PERSON_NAME_LASTNAME');
const firstNameCheck = failed('PERSON_NAME_FIRSTNAME');

function settle(service: IndexRequests, finding: Finding, settlement = 'accepted', reason = 'why') {
  const key = service.findingKey({ ...env, conversationId: 'c1', finding });
  expect(key).toBeDefined();
  const details = { key: key ?? '', finding: JSON.stringify(finding), settlement, reason };
  act(service, ['c1'], { kind: 'settled', details });
}

function settleAll(service: IndexRequests) {
  for (const finding of get(service, 'c1').findings) {
    settle(service, finding);
  }
}

const codes = (service: IndexRequests) =>
  get(service, 'c1').settlements.map(({ finding: { code, field } }) => field ?? code);

test('each finding is settled by itself, with a reason, by whom and when, and that is in the history', () => {
  const service = openInMemory();
  record(service, 'c1', response([lastNameCheck]));
  const [sanctions] = get(service, 'c1').findings;
  if (sanctions === undefined) {
    throw new Error('The case has no finding.');
  }
  settle(service, sanctions, 'false-positive', 'another birth date');
  const { settlements, history, row } = get(service, 'c1');
  expect(settlements).toEqual([
    { finding: sanctions, kind: 'false-positive', reason: 'another birth date', ...who },
  ]);
  expect(row.verdict).toBe('review');
  expect(row.settled).toMatchObject([{ kind: 'false-positive', actor: who.actor }]);
  // Open findings come first in the list.
  expect(row.findings.map(({ kind }) => kind)).toEqual(['check', 'aml']);
  expect(historyText(history[0] ?? { ...who, seq: 0, kind: '', details: {} }, { reasons: [] })).toEqual({
    label: 'False positive: Sanctions hit',
    text: 'another birth date',
  });
  expect(settlements.map(settlementText)).toEqual([
    'Service: hit. False positive by reviewer: another birth date',
  ]);
  settle(service, sanctions, 'withdrawn');
  expect(get(service, 'c1').settlements).toEqual([]);
});

test('a settlement holds while the finding’s values are the same to the byte, and only the others come back', () => {
  const service = openInMemory();
  record(service, 'c1', response([lastNameCheck, firstNameCheck]));
  settleAll(service);
  expect(codes(service)).toEqual(['SANCTIONS', 'PERSON_NAME_LASTNAME', 'PERSON_NAME_FIRSTNAME']);
  expect(ids(service, { unsettled: true })).toEqual([]);
  // The same results with one more.
  record(
    service,
    'c1',
    response([firstNameCheck, lastNameCheck], { found: ['PEP', 'SANCTIONS'] }),
    who.at + 1,
  );
  expect(codes(service)).toEqual(['SANCTIONS', 'PERSON_NAME_FIRSTNAME', 'PERSON_NAME_LASTNAME']);
  expect(ids(service, { unsettled: true })).toEqual(['c1']);
  // Another last name: the check of it, and the hit of the person of that name.
  record(service, 'c1', response([lastNameCheck, firstNameCheck], { lastName: 'Kowalskí' }), who.at + 2);
  expect(codes(service)).toEqual(['PERSON_NAME_FIRSTNAME']);
  // Settled again where the values are as they were.
  record(service, 'c1', response([lastNameCheck, firstNameCheck]), who.at + 3);
  expect(codes(service)).toHaveLength(3);
});

test.each([
  ['a reason of a check', response([failed('PERSON_NAME_LASTNAME', 'OTHER')]), ['SANCTIONS']],
  [
    'a change of the lists',
    response([lastNameCheck], { lastChanged: '2026-02-01T00:00:00Z' }),
    ['PERSON_NAME_LASTNAME'],
  ],
  ['another check equal to one that was settled', response([lastNameCheck, lastNameCheck]), ['SANCTIONS']],
])('%s brings its finding back', (_what, after, left) => {
  const service = openInMemory();
  record(service, 'c1', response([lastNameCheck]));
  settleAll(service);
  record(service, 'c1', after, who.at + 1);
  expect(codes(service)).toEqual(left);
});

test('findings of files and of other cases leave the settled ones as they are, and can be settled too', () => {
  const service = openInMemory();
  record(service, 'c1', response([lastNameCheck]));
  settleAll(service);
  const file = { claimed: 'image/jpeg', found: 'text/html' };
  service.recordFiles({ ...env, conversationId: 'c1', files: { mismatches: [file], isComplete: true } });
  expect(codes(service)).toEqual(['SANCTIONS', 'PERSON_NAME_LASTNAME']);
  expect(ids(service, { unsettled: true })).toEqual(['c1']);
  settleAll(service);
  expect(codes(service)).toEqual(['SANCTIONS', 'TYPE_MISMATCH', 'PERSON_NAME_LASTNAME']);
  // Reading the same again keeps what the files gave.
  record(service, 'c1', response([lastNameCheck]), who.at + 1);
  expect(codes(service)).toEqual(['SANCTIONS', 'TYPE_MISMATCH', 'PERSON_NAME_LASTNAME']);
});

test('an opened case is settled over the bridge; a finding that it does not have is refused, and nothing is entered', async () => {
  const { dataDir, remove } = newDataDir();
  const { bridge, samples, close } = await startConsole(dataDir, new OpenKeychain());
  onTestFinished(async () => {
    await close();
    remove();
  });
  const conversationId = samples.find(({ title }) => title === 'Seven products, known in part')?.id ?? '';
  const target = { ...sandbox, conversationId };
  await bridge.invoke('conversations.open', target);
  const details = async () => (await bridge.invoke('cases.get', target)).case;
  await expect.poll(async () => (await details())?.findings.length).toBeGreaterThan(1);
  const [first] = (await details())?.findings ?? [];
  const settled = { ...target, settlement: 'accepted', reason: 'known' } as const;
  const other: Finding = { kind: 'aml', product: 'none', code: 'PEP', weight: 90 };
  await expect(bridge.invoke('cases.settle', { ...settled, finding: other })).rejects.toMatchObject({
    view: { code: 'invalid-input' },
  });
  expect((await details())?.history.map(({ kind }) => kind)).not.toContain('settled');
  await bridge.invoke('cases.settle', { ...settled, finding: first ?? other });
  expect((await details())?.settlements).toMatchObject([
    { finding: first, kind: 'accepted', reason: 'known' },
  ]);
});

test.each([
  ['PARTIAL', 'Service: only in part. Accepted by ap: why'],
  ['FAILED', 'Service: failed. Accepted by ap: why'],
  ['NO_ANSWER', 'Service: not passed. Accepted by ap: why'],
])('what is settled of a product stands beside its own result: %s', (code, text) => {
  const finding = { kind: 'product' as const, product: 'identity', code, weight: 50 };
  expect(settlementText({ finding, kind: 'accepted', actor: 'ap', reason: 'why' })).toBe(text);
});
