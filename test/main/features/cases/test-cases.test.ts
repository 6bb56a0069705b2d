import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { TestCases } from '../../../../main/features/cases/test-cases.ts';
import { startSandbox } from '../../../../main/sandbox/sandbox.ts';
import { forgeries, type TestOutcome } from '../../../../preload/contract/test-cases.ts';
import { revealText } from '../../../../preload/wording/test-cases.ts';
import { startComposed } from '../../../support/composed.ts';
import { runOf, startDeletion } from '../../../support/deletion-run.ts';
import { env, record, who } from './index-harness.ts';
import { openInTeam } from './team-harness.ts';

const sort = { by: 'first-seen', descending: true } as const;
const dayStarts = { today: 0, yesterday: 0, week: 0 };

/** A console under a policy at a service that records what it is asked, with ten cases in its list. */
async function atService(testCases: object[] | undefined) {
  const requests: string[] = [];
  const service = await startSandbox({
    seed: 7,
    extend: () => (request, next) => {
      requests.push(`${request.method} ${request.path}`);
      return next();
    },
  });
  const directory = mkdtempSync(join(tmpdir(), 'assay-test-cases-'));
  chmodSync(directory, 0o755);
  const path = join(directory, 'policy.json');
  writeFileSync(path, JSON.stringify({ version: 1, company: 'Acme', testCases }), { mode: 0o644 });
  const console = await startComposed({ policySource: { path, administrator: process.getuid?.() ?? 0 } });
  onTestFinished(async () => {
    await console.close();
    await service.close();
    rmSync(directory, { recursive: true, force: true });
  });
  const { bridge } = console;
  const environmentId = await console.add('Live', service.baseUrl);
  const { login, password } = service.apiKey;
  await bridge.invoke('credentials.save', { environmentId, kind: 'api-key', login, password });
  await bridge.invoke('environments.select', { environmentId });
  const named = (...titles: string[]) =>
    titles.flatMap((title) => service.conversations.find((one) => one.title.startsWith(title))?.id ?? []);
  const ids = named(
    ...['Erik Lindqvist', 'Jan Müller', 'Finished', 'Created', 'In progress', 'Canceled', 'On no list'],
    ...['A name in writing: Thai', 'A name in writing: Han', 'A name in writing: Greek'],
  );
  for (const conversationId of ids) {
    await bridge.invoke('conversations.open', { environmentId, conversationId });
  }
  await expect
    .poll(async () => (await bridge.invoke('cases.status', { environmentId })).total)
    .toBe(ids.length);
  const startQueue = async (of = ids) => {
    const selection = { ids: of };
    return (
      (await bridge.invoke('cases.startQueue', { environmentId, selection, title: 'Morning' })).queue?.ids ??
      []
    );
  };
  const tests = async (of = ids) => (await startQueue(of)).filter((id) => !ids.includes(id));
  const decide = (conversationId: string, kind: 'clear' | 'reject' = 'clear') =>
    bridge.invoke('cases.decide', {
      environmentId,
      selection: { ids: [conversationId] },
      decision: { kind, reason: kind === 'clear' ? 'data-agrees' : 'not-genuine', comment: 'Looked at it' },
    });
  return { ...console, environmentId, ids, requests, service, startQueue, tests, decide };
}

const half = [{ percent: 50 }];

test('without the policy a queue is what was selected', async () => {
  const { ids, startQueue } = await atService(undefined);
  expect(await startQueue()).toEqual(ids);
  const elsewhere = await atService([{ environments: ['production'], percent: 50 }]);
  expect(await elsewhere.startQueue()).toEqual(elsewhere.ids);
});

test('a queue has test cases beside the others, at most twelve people, and none of them is asked of the service', async () => {
  const { bridge, environmentId, ids, requests, startQueue, decide } = await atService(half);
  const queues = [];
  for (let run = 0; run < 6; run++) {
    queues.push(await startQueue());
  }
  const tests = [...new Set(queues.flat())].filter((id) => !ids.includes(id));
  // Six queues of ten at 50 %: fewer than six would be drawn once in many millions.
  expect(tests.length).toBeGreaterThanOrEqual(6);
  expect(tests.length).toBeLessThanOrEqual(12);
  for (const queue of queues) {
    expect(queue.filter((id) => ids.includes(id))).toEqual(ids);
  }
  for (const conversationId of tests) {
    const target = { environmentId, conversationId };
    await bridge.invoke('conversations.open', target);
    const { media } = await bridge.invoke('media.list', target);
    expect(media.map(({ type, variant }) => [type, variant])).toEqual([
      ['DOCUMENT', 'FRONT'],
      ['DOCUMENT', 'BACK'],
      ['FACE', ''],
    ]);
  }
  const notes = { environmentId, selection: { ids: tests }, text: 'Ask Ben' };
  await bridge.invoke('cases.note', notes);
  for (const conversationId of tests) {
    await decide(conversationId);
  }
  expect(requests.filter((line) => tests.some((id) => line.includes(id)))).toEqual([]);
});

/** Returns the form of a case as the window gets it, without the members that differ between any two. */
function shape(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) {
    return [`${path}: ${typeof value}`];
  }
  const lines = Object.entries(value).flatMap(([key, member]) =>
    shape(member, `${path}.${Array.isArray(value) ? '*' : key}`),
  );
  return [...new Set(lines)].toSorted();
}

test('a test case in the window has the form of any other case', async () => {
  const { bridge, environmentId, ids, service, tests } = await atService(half);
  const [real = ''] = ids;
  const get = async (conversationId: string) =>
    (await bridge.invoke('cases.get', { environmentId, conversationId })).case;
  const isNew = async (id: string) => (await get(id))?.seenBefore.length === 0;
  const found: string[] = [];
  while (found.length === 0) {
    // Both have the products of a test case beside them.
    for (const id of await tests(ids.slice(0, 2))) {
      expect((await get(id))?.history).toEqual([]);
      found.push(...((await isNew(id)) ? [id] : []));
    }
  }
  const [one = ''] = found;
  await bridge.invoke('conversations.open', { environmentId, conversationId: one });
  await expect.poll(async () => (await get(one))?.history.length).toBe(1);
  const all = async (conversationId: string) => {
    const target = { environmentId, conversationId };
    const query = { environmentId, filter: {}, sort, dayStarts };
    const { resultId } = await bridge.invoke('cases.query', query);
    const { rows } = await bridge.invoke('cases.rows', { environmentId, resultId, from: 0, count: 200 });
    const opened = await bridge.invoke('conversations.open', target);
    const { readingId } = opened;
    const raw = { readingId, form: 'indented', from: 0, count: 1000 } as const;
    expect(opened.conversation.url).toBe(`${service.baseUrl}/conversation/${conversationId}`);
    const { lines } = await bridge.invoke('conversations.raw', raw);
    const row = rows.find((each) => each?.conversationId === conversationId);
    const media = await bridge.invoke('media.list', target);
    return {
      row: shape(row),
      opened: shape(opened),
      media: shape(media),
      lines: lines.map(({ text }) => text.replace(/: .*|SCAN_\w+/, '')).filter((text) => text.includes('"')),
      details: shape(await get(conversationId)).filter((line) => !/^\.(history|seenBefore)/.test(line)),
    };
  };
  expect(await all(one)).toEqual(await all(real));
});

test('a decision reveals it in plain words, leaves no trace but an entry of its own, and is counted apart', async () => {
  const { bridge, environmentId, ids, tests, decide } = await atService(half);
  const outcomes: TestOutcome[] = [];
  while (new Set(outcomes.map(({ forgery }) => forgery)).size < forgeries.length) {
    for (const [at, conversationId] of (await tests()).entries()) {
      await bridge.invoke('conversations.open', { environmentId, conversationId });
      const decision = at % 2 === 0 ? ('clear' as const) : ('reject' as const);
      const { tests: [forgery] = [], at: done } = await decide(conversationId, decision);
      expect(done).toBeUndefined();
      outcomes.push({ forgery: forgery ?? 'none', decision });
      expect(await bridge.invoke('cases.get', { environmentId, conversationId })).toEqual({});
    }
  }
  expect(revealText({ forgery: 'portrait', decision: 'clear' })).toMatch(
    /^The portrait .* was replaced .*You approved it\.$/,
  );
  await decide(ids[0] ?? '');
  const { all, tests: counted } = await bridge.invoke('reports.decisions', { environmentId, by: 'decision' });
  expect(all.total).toBe(1);
  expect(counted).toEqual(
    forgeries.map((forgery) => {
      const some = outcomes.filter((one) => one.forgery === forgery);
      const agreed = some.filter(({ decision }) => (decision === 'clear') === (forgery === 'none'));
      return { forgery, total: some.length, agreed: agreed.length };
    }),
  );
  expect((await bridge.invoke('cases.status', { environmentId })).total).toBe(ids.length);
});

test('a test case is not saved, exported, counted as open or deleted, and nothing is created for its person', async () => {
  const { bridge, downloaded, environmentId, ids, requests, tests, decide } = await atService(half);
  const open = async () =>
    (await bridge.invoke('reports.open', { environmentId })).ages.reduce(
      (sum, { verdicts }) => sum + Object.values(verdicts).reduce((all, one) => all + one, 0),
      0,
    );
  const before = await open();
  let some = await tests();
  while (some.length === 0) {
    some = await tests();
  }
  const [conversationId = ''] = some;
  expect(await open()).toBe(before);
  const target = { environmentId, conversationId };
  const selection = { ids: [...ids, ...some] };
  const saved = await bridge.invoke('cases.export', {
    environmentId,
    selection,
    format: 'csv',
    withUserKeys: true,
  });
  const text = String(await downloaded(saved));
  expect(ids.every((id) => text.includes(id))).toBe(true);
  expect(some.some((id) => text.includes(id))).toBe(false);
  const { conversation } = await bridge.invoke('conversations.open', target);
  const { media } = await bridge.invoke('media.list', target);
  const refused = { view: { message: expect.stringContaining('This is a test case') } };
  await expect(bridge.invoke('media.save', { ...target, mediaId: media[0]?.id ?? '' })).rejects.toMatchObject(
    refused,
  );
  const { userKey = '' } = conversation;
  const created = { userKey, strategy: 's', returnUrl: 'https://a.example', query: { identity: {} } };
  await expect(
    bridge.invoke('creation.create', { environmentId, request: created, again: false } as never),
  ).rejects.toMatchObject(refused);
  const { runId } = await startDeletion(bridge, target);
  await expect.poll(async () => (await runOf(bridge, runId))?.state).toBe('done');
  expect(await runOf(bridge, runId)).toMatchObject({ outcomes: { failed: 1 } });
  expect(
    requests.filter((line) => line.startsWith('POST /api/conversations') || line.startsWith('DELETE')),
  ).toEqual([]);
  await decide(conversationId);
});

test('entries about a test case are not sent to the team; what was decided is, and counts for all', async () => {
  const { service } = openInTeam();
  record(service, 'case-1');
  const plan = {
    person: 'tamm',
    forgery: 'face',
    cause: 'SCAN_FACE_UNCERTAIN',
    aml: false,
    url: '',
  } as const;
  service.saveTestCase({ ...env, conversationId: 'case-1', plan });
  const about = { ...env, ...who, conversationId: 'case-1' };
  service.append({ drafts: [{ ...about, kind: 'noted', details: { text: 'zebra' } }] });
  expect(service.unsentEntries({ max: 10 })).toEqual([]);
  service.forget({ ...env, ...who, selection: { ids: ['case-1'] } });
  const details = { forgery: 'face', decision: 'clear' };
  service.append({ drafts: [{ ...about, kind: 'tested', details }] });
  expect(service.unsentEntries({ max: 10 })).toMatchObject([{ kind: 'tested', details }]);
  expect(service.decisionReport({ ...env, by: 'day' })).toMatchObject({
    groups: [],
    tests: [{ forgery: 'face', total: 1, agreed: 0 }],
  });
});

test('who decides no cases gets no test cases', async () => {
  const { service } = openInTeam('support');
  const tests = new TestCases({
    cases: () => ({ index: { team: async () => service.team() } }) as never,
    plant: () => expect.unreachable(),
    sandbox: () => expect.unreachable(),
    baseUrl: () => 'https://idv.example',
    percent: () => 50,
  });
  const queue = Array.from({ length: 100 }, (_, index) => `case-${index}`);
  expect(await tests.mixedInto('env', queue)).toEqual(queue);
});
