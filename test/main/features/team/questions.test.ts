import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPostgres, type TestPostgres } from '../../../support/postgres.ts';
import { sandbox } from '../cases/cases-harness.ts';
import { TeamConsole } from './team-consoles.ts';

let postgres: TestPostgres;
const [anna, ben] = [new TeamConsole('Anna'), new TeamConsole('Ben')];
let id = '';

beforeAll(async () => {
  postgres = await startPostgres();
  await Promise.all([anna.start(), ben.start()]);
  await anna.create(postgres);
  await ben.join(postgres, anna, 'support');
  id = anna.console.samples[0]?.id ?? '';
  await anna.open(id);
});
afterAll(async () => {
  await anna[Symbol.asyncDispose]();
  await ben[Symbol.asyncDispose]();
  await postgres[Symbol.asyncDispose]();
});

const escalate = (of: TeamConsole, to: { member: string } | { role: 'approver' | 'support' }) =>
  of.bridge.invoke('cases.decide', {
    ...sandbox,
    selection: { ids: [id] },
    decision: { kind: 'escalate', comment: 'Is this his brother?', to },
  });
const answer = (of: TeamConsole, text = 'It is.') =>
  of.bridge.invoke('cases.answer', { ...sandbox, conversationId: id, text });
const part = async (of: TeamConsole) => (await of.caseOf(id))?.row.question;

test('a case is escalated to a role with a question, and the answer comes back to the one who asked', async () => {
  const nobody = { view: { code: 'team-not-allowed' } };
  await expect(answer(ben)).rejects.toMatchObject(nobody);
  await expect(escalate(anna, { role: 'approver' })).rejects.toMatchObject(nobody);
  await expect(escalate(anna, { member: (await anna.view())?.me ?? '' })).rejects.toMatchObject(nobody);
  expect((await anna.caseOf(id))?.row.decision).toBeUndefined();
  await escalate(anna, { role: 'support' });
  await expect.poll(() => part(ben)).toBe('mine');
  await expect(answer(anna)).rejects.toMatchObject(nobody);
  await answer(ben);
  expect(await part(ben)).toBeUndefined();
  await expect.poll(() => part(anna)).toBe('answered');
  const counts = await anna.bridge.invoke('cases.counts', { ...sandbox, filters: [{ question: true }] });
  expect(counts).toEqual({ counts: [1] });
  const { history = [] } = (await anna.caseOf(id)) ?? {};
  expect(history[0]).toMatchObject({ kind: 'answered', actor: 'Ben', details: { text: 'It is.' } });
  // The answer is known: the case is Anna's to decide.
  await anna.decide(id, 'clear');
  expect(await part(anna)).toBeUndefined();
  expect((await anna.view())?.notices).toEqual([]);
});
