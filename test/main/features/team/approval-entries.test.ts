import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { digestOf, rootOf, writeAnswer } from '../../../../main/common/approval.ts';
import { checkExport, exportedEntry, exportLines } from '../../../../main/features/team/log-export.ts';
import { replay } from '../../../../main/features/team/replay.ts';
import { ApprovalWorld, dayMs, type ModelConsole } from './model/approval-world.ts';

/** A team with a proposal of Carla, a reviewer, about two conversations. Ben and Dan are approvers, Ed is an auditor. */
async function proposed() {
  const world = new ApprovalWorld();
  const [anna, ben, carla, dan, ed] = world.consoles as [
    ...[ModelConsole, ModelConsole, ModelConsole, ModelConsole, ModelConsole],
  ];
  await world.propose(carla, ['a', 'b']);
  const [id = ''] = world.proposals();
  const stored = () => anna.kept.log.proposals?.[id];
  /** Says as a changed console would that somebody approved. */
  const answer = (by: ModelConsole, change: object = {}) => {
    const { team } = by.kept.log;
    const proposal = digestOf(world.textOf(id).text);
    const given = { team, by: by.id, at: by.now, proposal, verdict: 'approved', carrier: carla.id } as const;
    return { kind: 'answered', statement: by.signed(writeAnswer({ ...given, ...change })) } as const;
  };
  return { world, anna, ben, carla, dan, ed, id, stored, answer };
}

const last = (world: ApprovalWorld) => world.log.notices().at(-1);
const refused = (world: ApprovalWorld) => expect(last(world)).toBe(`${world.log.rows.length} not-allowed`);

test('a proposal approved by two people is sent once, by the console it was approved for', async () => {
  const { world, ben, carla, dan, id } = await proposed();
  await world.approve(ben, id, 'proposer');
  await expect(world.approve(dan, id, 'proposer')).rejects.toThrow('answered meanwhile');
  for (const one of [ben, dan]) {
    await expect(world.begin(one, id)).rejects.toThrow('approve this for this console');
  }
  expect(world.log.notices()).toEqual([]);
  ben.write({ kind: 'claimed', proposal: id, claim: randomUUID() });
  refused(world);
  await world.begin(carla, id);
  await world.send(carla, id);
  await world.send(carla, id);
  expect([...world.sent.keys()]).toEqual([`${id} a`, `${id} b`]);
  carla.write({ kind: 'claimed', proposal: id, claim: randomUUID() });
  refused(world);
});

test('nobody approves their own act, also not with a second key that has their name', async () => {
  const { world, carla, id, stored, answer } = await proposed();
  world.setRole(carla, 'approver');
  await expect(world.approve(carla, id, 'proposer')).rejects.toThrow('A second person');
  carla.write(answer(carla));
  refused(world);
  const second = world.admit('carla', 'ｃarla', 'approver');
  await expect(world.approve(second, id, 'approver')).rejects.toThrow('A second person');
  second.write(answer(second, { carrier: second.id }));
  refused(world);
  world.remove(carla);
  const again = world.admit('carla', 'ＣＡＲＬＡ', 'approver');
  await expect(world.approve(again, id, 'approver')).rejects.toThrow('A second person');
  again.write(answer(again, { carrier: again.id }));
  refused(world);
  expect(stored()?.answer).toBeUndefined();
});

test.each(['reviewer', 'support', 'auditor'] as const)('a %s approves nothing', async (role) => {
  const { world, ben, id, answer } = await proposed();
  world.setRole(ben, role);
  await expect(world.approve(ben, id, 'proposer')).rejects.toThrow('A second person');
  ben.write(answer(ben));
  refused(world);
});

test('an auditor proposes nothing, and nobody who was removed proposes, approves or begins', async () => {
  const { world, ben, carla, ed, id, answer } = await proposed();
  await expect(world.propose(ed, ['a'])).rejects.toThrow('your role does not allow it');
  await world.approve(ben, id, 'proposer');
  world.remove(carla);
  carla.write({ kind: 'claimed', proposal: id, claim: randomUUID() });
  expect(last(world)).toMatch(/removed-member$/);
  const other = await proposed();
  other.world.remove(other.ben);
  other.ben.write(other.answer(other.ben));
  expect(last(other.world)).toMatch(/removed-member$/);
  expect(answer).toBeDefined();
});

test.each([
  ['who approved it is no approver any more', 'ben', 'reviewer'],
  ['who proposed it is an auditor now', 'carla', 'auditor'],
] as const)('nothing begins where %s', async (_name, person, role) => {
  const { world, ben, carla, id } = await proposed();
  await world.approve(ben, id, 'proposer');
  world.setRole({ ben, carla }[person], role);
  await expect(world.begin(carla, id)).rejects.toThrow('one of the two may not do it any more');
  expect(world.log.notices()).toEqual([]);
  carla.write({ kind: 'claimed', proposal: id, claim: randomUUID() });
  refused(world);
});

test('a statement counts only from its author, in its team and for its proposal', async () => {
  const { world, ben, carla, dan, id, stored, answer } = await proposed();
  // Answers of another author, in another team, of another text, for a third console.
  for (const forged of [
    ...[answer(ben), answer(carla, { by: ben.id })],
    ...[answer(carla, { team: randomUUID() }), answer(dan, { proposal: digestOf('another') })],
  ]) {
    carla.write(forged);
    refused(world);
  }
  for (const change of [{ carrier: world.founder.id }, { team: randomUUID() }]) {
    dan.write(answer(dan, change));
    refused(world);
  }
  const changed = answer(dan);
  dan.write({ ...changed, statement: { ...changed.statement, text: `${changed.statement.text} ` } });
  refused(world);
  expect(stored()?.answer).toBeUndefined();
  await world.approve(ben, id, 'proposer');
  // An approval that is known is put under another proposal, and the proposal in once more.
  const known = stored()?.answer?.statement ?? { text: '', signature: '' };
  await world.propose(carla, ['a', 'b']);
  ben.write({ kind: 'answered', statement: known });
  refused(world);
  carla.write({ kind: 'proposed', statement: stored()?.statement ?? known, items: world.items(['a', 'b']) });
  refused(world);
});

test('a list that is not the one that was signed is neither shown nor sent', async () => {
  const { world, ben, carla, id } = await proposed();
  const { text } = world.textOf(id);
  const newId = randomUUID();
  const statement = carla.signed(text.replace(id, newId));
  carla.write({ kind: 'proposed', statement, items: world.items(['a', 'c']) });
  await expect(ben.approvals.open(newId)).rejects.toThrow('not the one that its author signed');
  await world.approve(ben, id, 'proposer');
  await world.begin(carla, id);
  const kept = carla.runs.get(id);
  const [first] = kept?.items ?? [];
  for (const edited of [
    [{ ...first, conversationId: 'c' }],
    [{ ...first, plan: ['EXPIRE'] }],
    [first, first, first],
  ]) {
    Object.assign(kept as object, { items: edited });
    await expect(world.send(carla, id)).rejects.toThrow('not what a second person approved');
  }
  Object.assign(kept as object, { texts: { actor: 'Carla' } });
  carla.restart();
  await expect(world.send(carla, id)).rejects.toThrow('A second person must approve this');
  expect(world.sent.size).toBe(0);
});

test('a new result after the proposal voids it, before the approval and after it', async () => {
  const { world, ben, carla, id } = await proposed();
  world.versions.set('a', 1);
  await expect(world.approve(ben, id, 'proposer')).rejects.toThrow('The case changed after the proposal');
  world.versions.set('a', 0);
  await world.approve(ben, id, 'proposer');
  world.versions.set('b', 1);
  await expect(world.begin(carla, id)).rejects.toThrow('The case changed after the proposal');
});

test('a proposal ends a day after it was made, and an approval a day after it was given', async () => {
  const { world, ben, carla, id, answer } = await proposed();
  world.now += dayMs + 1;
  await expect(world.approve(ben, id, 'proposer')).rejects.toThrow('more than a day old');
  ben.write(answer(ben));
  refused(world);
  world.now -= dayMs;
  await world.approve(ben, id, 'proposer');
  world.now += dayMs + 1;
  await expect(world.begin(carla, id)).rejects.toThrow('more than a day old');
  carla.write({ kind: 'claimed', proposal: id, claim: randomUUID() });
  refused(world);
  // A clock that was set back makes an approval older than its proposal.
  const other = await proposed();
  other.ben.ahead = -dayMs;
  await expect(other.world.approve(other.ben, other.id, 'proposer')).rejects.toThrow('more than a day old');
});

test('a run that began and was not recorded is not begun again after a restart, and goes on after a lost reply', async () => {
  const { world, ben, carla, id } = await proposed();
  await world.approve(ben, id, 'proposer');
  carla.fault = 'reply';
  await expect(world.begin(carla, id)).rejects.toThrow('did not answer');
  await world.begin(carla, id);
  await expect(world.begin(carla, id)).rejects.toThrow('begun here before');
  const other = await proposed();
  await other.world.approve(other.ben, other.id, 'approver');
  other.ben.fault = 'reply';
  await expect(other.world.begin(other.ben, other.id)).rejects.toThrow('did not answer');
  other.ben.restart();
  await expect(other.world.begin(other.ben, other.id)).rejects.toThrow('begun before');
});

test('a run that began is not begun again if the database lost that it began', async () => {
  const { world, ben, carla, id } = await proposed();
  await world.approve(ben, id, 'proposer');
  await world.begin(carla, id);
  world.loseClaims();
  expect(carla.kept.log.proposals?.[id]?.claim).toBeUndefined();
  await expect(world.begin(carla, id)).rejects.toThrow('begun here before');
  await world.send(carla, id);
  expect(world.sent.size).toBe(2);
});

test('a proposal is rejected with a comment by an approver, and withdrawn by its author', async () => {
  const { world, ben, carla, id } = await proposed();
  await ben.approvals.reject(id, 'still needed');
  const [view] = await carla.approvals.list();
  expect(view).toMatchObject({ state: 'rejected', answer: { name: 'Ben', comment: 'still needed' } });
  await expect(world.begin(carla, id)).rejects.toThrow('approve this for this console');
  const other = await proposed();
  await expect(other.ed.approvals.reject(other.id, undefined)).rejects.toThrow('your role does not allow it');
  expect(other.world.log.notices()).toEqual([]);
  await other.carla.approvals.reject(other.id, undefined);
  expect(await other.ben.approvals.list()).toMatchObject([{ state: 'withdrawn', mayAnswer: false }]);
});

test('a thousand conversations are one proposal, unless their ids are longer than the database takes', async () => {
  const { world, ben, carla } = await proposed();
  const many = Array.from({ length: 1000 }, () => randomUUID());
  await world.propose(carla, many);
  const id = world.proposals().at(-1) ?? '';
  await world.approve(ben, id, 'proposer');
  await world.begin(carla, id);
  expect(carla.runs.get(id)?.items).toHaveLength(1000);
  const long = many.map((one) => `${one}-${'x'.repeat(200)}`);
  await expect(world.propose(carla, long)).rejects.toMatchObject({ code: 'limit-exceeded' });
  await expect(world.propose(carla, [...many, 'one-more'])).rejects.toMatchObject({ code: 'limit-exceeded' });
});

test('a saved log proves proposals without the conversations and texts in them', async () => {
  const { world, anna, ben, carla } = await proposed();
  const draft = carla.draft(['secret-id']);
  const { draftId } = draft.view();
  const texts = { reason: 'other', earlyReason: 'Jan Kowalski asked' } as const;
  await carla.gate.propose(draft, { environmentId: 'sandbox', draftId, ...texts });
  await ben.approvals.approve(
    draftId,
    carla.kept.log.proposals?.[draftId] ? rootIn(world, draftId) : '',
    'approver',
    'as Kowalska said',
  );
  const { keys } = world.log;
  async function* parts() {
    yield world.log.rows.map((row) => exportedEntry(row, keys));
  }
  let file = '';
  for await (const line of exportLines(anna.kept.log, anna.id, parts(), anna.sign)) {
    file += line;
  }
  expect(file).not.toMatch(/secret-id|Kowalsk/);
  async function* lines() {
    yield* file.trimEnd().split('\n');
  }
  const { notices, state } = await checkExport(lines(), world.log.first);
  expect(notices).toEqual([]);
  expect(state.proposals?.[draftId]).toMatchObject({
    answer: { statement: { text: expect.stringContaining('approved') } },
  });
});

function rootIn(world: ApprovalWorld, id: string): string {
  return world.textOf(id).proposal?.root ?? '';
}

/** The same team, with two cases that Ben approved to be approved by Carla in spite of a finding. Carla has not begun it. */
async function approvedCases(of = ['a', 'b']) {
  const [{ world, ben, carla, dan, ed, id: deletion }, id] = [await proposed(), randomUUID()];
  const item = (conversationId: string) => ({
    conversationId,
    plan: [],
    status: 'DONE',
    state: 'f'.repeat(64),
  });
  const items = of.map(item);
  await carla.approvals.propose({
    id,
    environmentId: 'sandbox',
    mode: 'APPROVE',
    act: '{"operation":"cases.decide"}',
    items,
    reason: 'other',
    earlyReason: 'why',
    ticket: undefined,
    startsAt: undefined,
  });
  await ben.approvals.approve(id, rootOf(items), 'proposer', undefined);
  const approvedAt = world.now;
  const begin = () => carla.approvals.claim(id, rootOf(items));
  const names = { proposal: id, proposedBy: 'Carla', proposedAt: world.now, approvedBy: 'Ben', approvedAt };
  /** Writes a decision as a console would that says so, and returns what every console has of it, and the notice. */
  const decide = (by: ModelConsole, change: object = {}, details: object = {}) => {
    by.write({
      kind: 'case',
      entry: 'decided',
      at: 1,
      environment: 'sandbox',
      conversation: 'a',
      local: 1,
      ...change,
      details: { decision: 'clear', comment: 'fine', ...names, ...details },
    });
    const { places, notices } = replay(world.log.start(), world.log.keys, world.log.rows);
    const { entry, isRefused } = places.at(-1) ?? {};
    return { details: entry?.details, isRefused, notice: notices.at(-1)?.kind };
  };
  return { world, carla, dan, ed, names, deletion, begin, decide };
}
const believed = { isRefused: false, notice: undefined };
const doubted = { isRefused: false, notice: 'not-approved', details: { decision: 'clear', comment: 'fine' } };

test('an approval that a decision names is compared with the log, and is there once for each case', async () => {
  const { carla, names, begin, decide } = await approvedCases();
  await begin();
  expect(decide(carla)).toMatchObject({ ...believed, details: names });
  expect(decide(carla, { conversation: 'b' })).toMatchObject({ ...believed, details: names });
  expect(decide(carla)).toEqual(doubted);
});

test('an approval is there once for a case that a changed console proposed twice', async () => {
  const { carla, begin, decide } = await approvedCases(['a', 'a']);
  await begin();
  expect(decide(carla)).toMatchObject(believed);
  expect(decide(carla)).toEqual(doubted);
});

test('an approval that was not begun is not one', async () => {
  const { carla, begin, decide } = await approvedCases();
  expect(decide(carla)).toEqual(doubted);
  await begin();
  expect(decide(carla)).toMatchObject({ isRefused: false, details: { approvedBy: 'Ben' } });
});

test.each<[string, object, object]>([
  ['another case', { conversation: 'c' }, {}],
  ['another environment', { environment: 'https://other.example' }, {}],
  ['what a note says', { entry: 'noted' }, {}],
  ['a proposal that is not there', {}, { proposal: randomUUID() }],
  ['a proposal named as what every object has', {}, { proposal: '__proto__' }],
  ['no proposal', {}, { proposal: undefined }],
  ['another approver', {}, { approvedBy: 'Dan' }],
  ['another proposer', {}, { proposedBy: 'Dan' }],
  ['another time', {}, { approvedAt: 1 }],
])('an approval that is named for %s is not shown, and is a notice', async (_what, change, details) => {
  const { carla, begin, decide } = await approvedCases();
  await begin();
  expect(decide(carla, change, details)).toEqual(doubted);
  // It is not used up.
  expect(decide(carla)).toMatchObject({ isRefused: false, details: { approvedBy: 'Ben' } });
});

test('an approval is that of its author for an approval, and not of a deletion', async () => {
  const { carla, dan, ed, deletion, begin, decide } = await approvedCases();
  await begin();
  expect(decide(dan)).toEqual(doubted);
  expect(decide(ed)).toMatchObject({ isRefused: true, notice: 'not-allowed' });
  expect(decide(carla, {}, { proposal: deletion })).toEqual(doubted);
  expect(decide(carla, {}, { decision: 'reject' })).toEqual({
    ...doubted,
    details: { decision: 'reject', comment: 'fine' },
  });
  expect(decide(carla)).toMatchObject({ isRefused: false, details: { approvedBy: 'Ben' } });
});
