import { expect, test } from 'vitest';
import type { PlacedEntry } from '../../../../main/features/records/journal/team-log.ts';
import { act, env, get, ids, record } from './index-harness.ts';
import { colleague, me, openInTeam, third } from './team-harness.ts';

const asks = (to: object): Partial<PlacedEntry> => ({
  kind: 'decided',
  details: { decision: 'escalate', reason: 'unclear-document', comment: 'Is this his brother?', ...to },
});
const answers: Partial<PlacedEntry> = { kind: 'answered', details: { text: 'It is.' } };
const decides: Partial<PlacedEntry> = { kind: 'decided', details: { decision: 'clear' } };

function openWithCase(role?: Parameters<typeof openInTeam>[0]) {
  const opened = openInTeam(role);
  record(opened.service, 'case-1');
  return {
    ...opened,
    part: () => get(opened.service, 'case-1').row.question,
    toReview: () => ids(opened.service, { toReview: true }).length === 1,
  };
}

test('a question awaits the one who is asked, whose answer ends that', () => {
  const { service, keep, part, toReview } = openWithCase();
  keep(colleague, asks({ to: me, assignee: 'Anna' }));
  expect([part(), toReview(), ids(service, { question: true })]).toEqual(['mine', true, ['case-1']]);
  expect(ids(service, { states: ['to-review'] })).toEqual(['case-1']);
  // “Next” gives it although a colleague decided it today.
  expect(service.isDecidedByOther({ ...env, conversationId: 'case-1', since: 0 })).toBe(false);
  act(service, ['case-1'], { kind: 'answered', details: { text: 'Yes.' } });
  expect([part(), toReview(), ids(service, { question: true })]).toEqual([undefined, false, []]);
  expect(get(service, 'case-1').row.decision).toMatchObject({ kind: 'escalate' });
});

test('an answer brings the case back to the one who asked, until they decide', () => {
  const { service, keep, placeOwn, part, toReview } = openWithCase();
  act(service, ['case-1'], asks({ to: colleague, assignee: 'Ben' }) as Parameters<typeof act>[2]);
  placeOwn();
  expect([part(), toReview()]).toEqual([undefined, false]);
  // Who was not asked does not answer.
  keep(third, answers);
  expect([part(), toReview()]).toEqual([undefined, false]);
  keep(colleague, answers);
  expect([part(), toReview(), ids(service, { question: true })]).toEqual(['answered', true, ['case-1']]);
  act(service, ['case-1'], decides as Parameters<typeof act>[2]);
  expect([part(), toReview()]).toEqual([undefined, false]);
});

test('a role is asked: each who has it, but for the one who asks, and from when they have it', () => {
  const { keep, part, setRole } = openWithCase('reviewer');
  keep(colleague, asks({ toRole: 'approver' }));
  expect(part()).toBeUndefined();
  setRole('approver');
  expect(part()).toBe('mine');
  setRole('support');
  expect(part()).toBeUndefined();
  setRole('approver');
  keep(third, answers);
  expect(part()).toBeUndefined();
});

test('a question ends with another decision, and one that was withdrawn asks nothing', () => {
  const { keep, part } = openWithCase();
  keep(colleague, asks({ to: me }), decides);
  expect(part()).toBeUndefined();
  keep(colleague, asks({ to: me }));
  expect(part()).toBe('mine');
  keep(colleague, { kind: 'decided', details: { withdrawn: true, comment: 'found it' } });
  expect(part()).toBeUndefined();
});

test('an escalation to nobody awaits nobody, as without a team', () => {
  const { keep, part, toReview } = openWithCase();
  keep(colleague, asks({}));
  expect([part(), toReview()]).toEqual([undefined, false]);
});
