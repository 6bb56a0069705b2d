import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { runConsoleCommand } from '../../main/hosts/terminal/command.ts';
import { saveResult } from '../../preload/contract/application.ts';
import { dueRule } from '../../preload/contract/due.ts';
import { environmentSettings } from '../../preload/contract/environments.ts';
import { operations } from '../../preload/contract/operations.ts';
import { type Composed, startComposed } from '../support/composed.ts';

const refused = { view: { code: 'set-by-policy' } };
const live = { name: 'Acme live', kind: 'production', baseUrl: 'https://idv.acme.example' };
const own = { name: 'Mine', kind: 'test', baseUrl: 'https://test.example' } as const;

/** A console under a policy, which is text where it is not right. */
async function under(policy: object | string, dataDir?: string): Promise<Composed> {
  const directory = mkdtempSync(join(tmpdir(), 'assay-policy-'));
  chmodSync(directory, 0o755);
  const path = join(directory, 'policy.json');
  const text =
    typeof policy === 'string' ? policy : JSON.stringify({ version: 1, company: 'Acme', ...policy });
  writeFileSync(path, text, { mode: 0o644 });
  const console = await startComposed({
    ...(dataDir !== undefined && { dataDir }),
    policySource: { path, administrator: process.getuid?.() ?? 0 },
  });
  onTestFinished(async () => {
    await console.close();
    rmSync(directory, { recursive: true, force: true });
  });
  return console;
}

const listed = async ({ bridge }: Composed) => (await bridge.invoke('environments.list', {})).environments;

test('without a policy everything is as it was', async () => {
  const console = await startComposed();
  onTestFinished(() => console.close());
  expect(await console.bridge.invoke('policy.view', {})).toEqual({});
  expect(await listed(console)).toHaveLength(1);
});

describe('an environment of the policy', () => {
  test('is there from the start, takes credentials, and cannot be changed, copied or deleted', async () => {
    const console = await under({ environments: [{ id: 'live', settings: live }] });
    const { bridge } = console;
    const environmentId = 'policy-live';
    expect(await listed(console)).toMatchObject([
      { builtIn: true },
      { id: environmentId, settings: live, setByPolicy: true },
    ]);
    await bridge.invoke('credentials.save', { environmentId, kind: 'api-key', login: 'l', password: 'p' });
    await bridge.invoke('environments.select', { environmentId });
    const [, view] = await listed(console);
    expect(view?.apiKey).toMatchObject({ store: 'session', heldBack: false });
    const settings = { ...live, kind: 'test' } as const;
    await expect(bridge.invoke('environments.save', { environmentId, settings })).rejects.toMatchObject(
      refused,
    );
    await expect(bridge.invoke('environments.delete', { environmentId })).rejects.toMatchObject(refused);
    await expect(bridge.invoke('environments.duplicate', { environmentId })).rejects.toMatchObject(refused);
    // Its address under another kind would have none of the safeguards of production.
    await expect(
      bridge.invoke('environments.save', { settings: { ...own, baseUrl: live.baseUrl } }),
    ).rejects.toMatchObject(refused);
  });

  test('has the settings of the policy, whatever the file of the user says', async () => {
    const first = await under({ environments: [{ id: 'live', settings: live }] });
    const dataDir = mkdtempSync(join(tmpdir(), 'assay-policy-data-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    writeFileSync(
      join(dataDir, 'environments.json'),
      JSON.stringify({
        version: 4,
        selectedId: 'policy-live',
        environments: [
          { id: 'policy-live', settings: { ...live, kind: 'test', baseUrl: 'https://other.example' } },
          { id: 'a', settings: { ...live, name: 'As a test', kind: 'test' } },
          { id: 'b', settings: own },
        ],
      }),
    );
    const second = await under({ environments: [{ id: 'live', settings: live }], readOnly: true }, dataDir);
    const views = (await listed(second)).slice(1);
    expect(
      views.map(({ id, settings: { kind, baseUrl, readOnly } }) => [id, kind, baseUrl, readOnly]),
    ).toEqual([
      ['policy-live', 'production', live.baseUrl, true],
      ['b', 'test', own.baseUrl, true],
    ]);
    expect(await listed(first)).toHaveLength(2);
  });
});

test('users add only environments of the kinds that it names', async () => {
  const { bridge } = await under({ ownEnvironments: ['test'] });
  await bridge.invoke('environments.save', { settings: own });
  const production = { ...own, name: 'Live', kind: 'production' } as const;
  await expect(bridge.invoke('environments.save', { settings: production })).rejects.toMatchObject({
    view: { message: expect.stringContaining('Only environments of these kinds can be added: test') },
  });
  await expect(bridge.invoke('environments.import', { text: '{}' })).rejects.toMatchObject(refused);
  await expect(bridge.invoke('environments.duplicate', { environmentId: 'sandbox' })).rejects.toMatchObject(
    refused,
  );
});

test('sets proxy and certificate authorities of every environment', async () => {
  const proxy = { mode: 'own', url: 'http://proxy.acme.example:3128' };
  const console = await under({ proxy, certificateAuthorities: '/etc/ssl/acme.pem' });
  await console.bridge.invoke('environments.save', { settings: own });
  expect((await listed(console))[1]?.settings).toMatchObject({ proxy, extraCaFile: '/etc/ssl/acme.pem' });
});

test('leaves in the file of the user what it sets only while it is in force', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-policy-data-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const file = join(dataDir, 'environments.json');
  const mine = { ...own, proxy: { mode: 'own', url: 'http://proxy.mine.example:3128' } };
  const environments = [{ id: 'b', settings: mine }];
  writeFileSync(file, JSON.stringify({ version: 4, selectedId: 'b', environments }));
  const { bridge } = await under(
    { readOnly: true, certificateAuthorities: '/etc/ssl/acme.pem', proxy: { mode: 'none' } },
    dataDir,
  );
  const { settings } = (await bridge.invoke('environments.list', {})).environments[1] ?? {};
  expect(settings).toMatchObject({ readOnly: true, proxy: { mode: 'none' } });
  const renamed = environmentSettings.parse({ ...settings, name: 'Renamed' });
  await bridge.invoke('environments.save', { environmentId: 'b', settings: renamed });
  expect(JSON.parse(readFileSync(file, 'utf8')).environments).toMatchObject([
    { settings: { ...mine, name: 'Renamed', readOnly: false, extraCaFile: '' } },
  ]);
});

test('sets how long cases are kept, which the journal says with its author', async () => {
  const retention = { retentionDays: 30, decisionDays: 400 };
  const { bridge } = await under({ retention });
  const environmentId = 'sandbox';
  await expect.poll(() => bridge.invoke('cases.settings', { environmentId })).toMatchObject(retention);
  const mine = { environmentId, retention: { retentionDays: null, decisionDays: null } };
  await expect(bridge.invoke('cases.saveSettings', mine)).rejects.toMatchObject(refused);
  // Other settings of the list stay the user's.
  await bridge.invoke('cases.saveSettings', { environmentId, targetHours: 8 });
  const { actors } = await bridge.invoke('journal.find', { environmentId, filter: {} });
  expect(actors).toContain('Policy of Acme');
});

test('sets what is due in every environment, which the journal says with its author', async () => {
  const rule = dueRule.parse({
    basis: 'own',
    count: 90,
    unit: 'days',
    startsAt: 'status',
    statuses: ['FINISHED'],
  });
  const { bridge } = await under({ due: rule });
  const environmentId = 'sandbox';
  await expect.poll(() => bridge.invoke('due.summary', { environmentId })).toMatchObject({ rule });
  await expect(bridge.invoke('due.setRule', { environmentId, rule: null })).rejects.toMatchObject(refused);
  const filter = { kind: 'due-rule-set', actor: 'Policy of Acme' };
  await expect
    .poll(() => bridge.invoke('journal.find', { environmentId, filter }))
    .toMatchObject({ total: 1 });
});

test('refuses every operation that it forbids, before its input is used', async () => {
  const { bridge } = await under({
    showPersonalData: false,
    export: false,
    delete: false,
    integration: false,
  });
  const environmentId = 'sandbox';
  const asked = [
    bridge.invoke('application.unlock', {}),
    bridge.invoke('reports.export', { environmentId }),
    bridge.invoke('journal.export', { format: 'csv' }),
    bridge.invoke('deletionRuns.control', { runId: 'r', action: 'resume' }),
    bridge.invoke('signatures.recipes', {}),
    bridge.invoke('callbacks.start', { environmentId, settings: { address: '127.0.0.1', port: 8790 } }),
  ];
  for (const one of asked) {
    await expect(one).rejects.toMatchObject(refused);
  }
  // A run can be stopped all the same: this one does not exist.
  await expect(bridge.invoke('deletionRuns.control', { runId: 'r', action: 'pause' })).rejects.toMatchObject({
    view: { code: 'invalid-input' },
  });
});

test('without a right policy nothing but the sandbox can be used, and nothing of the user’s is lost', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-policy-data-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const before = await startComposed({ dataDir });
  await before.add('Mine', 'https://test.example');
  await before.close();
  const blocked = await under('{ "version": 1', dataDir);
  expect((await listed(blocked)).map(({ id }) => id)).toEqual(['sandbox']);
  await expect(blocked.bridge.invoke('environments.save', { settings: own })).rejects.toMatchObject({
    view: { code: 'set-by-policy', message: expect.stringContaining('The policy has an error') },
  });
  expect(await blocked.bridge.invoke('policy.view', {})).toMatchObject({
    policy: { problems: [{ message: 'It cannot be used: it ends before its JSON does, at line 1.' }] },
  });
  await blocked.close();
  const after = await startComposed({ dataDir });
  onTestFinished(() => after.close());
  expect(await listed(after)).toHaveLength(2);
});

test('figures about single people are hidden unless the policy shows them', async () => {
  const environmentId = 'sandbox';
  for (const [policy, permitted] of [
    [{}, false],
    [{ figuresAboutPeople: true }, true],
  ] as const) {
    const { bridge } = await under(policy);
    expect(await bridge.invoke('reports.people', {})).toEqual({ permitted });
    for (const by of ['reviewer', 'day-reviewer'] as const) {
      const asked = [
        bridge.invoke('reports.decisions', { environmentId, by }),
        bridge.invoke('reports.saveFigures', { environmentId, of: by }),
      ];
      for (const one of asked) {
        await (permitted ? expect(one).resolves.toBeDefined() : expect(one).rejects.toMatchObject(refused));
      }
    }
    await bridge.invoke('reports.decisions', { environmentId, by: 'day' });
  }
});

test('the decisions that are exported name no reviewer where figures about people are hidden', async () => {
  const environmentId = 'sandbox';
  const console = await under({});
  const { bridge } = console;
  const { samples } = await bridge.invoke('conversations.samples', { environmentId });
  const conversationId = samples[0]?.id ?? '';
  await bridge.invoke('conversations.open', { environmentId, conversationId });
  await bridge.invoke('cases.decide', {
    environmentId,
    selection: { ids: [conversationId] },
    decision: { kind: 'escalate', comment: 'why' },
  });
  const text = (
    await console.downloaded(await bridge.invoke('reports.export', { environmentId }))
  ).toString();
  expect(text.split('\r\n')[1]).toMatch(/Z,,Escalated,/);
});

test('the command line prints and saves nothing that the policy forbids', async () => {
  const { dispatch } = await under({ export: false });
  const written: string[] = [];
  const stream = { write: (text: string) => written.push(text) };
  for (const args of [['read', 'c1'], ['cases']]) {
    const status = await runConsoleCommand(args, {
      stdout: stream,
      stderr: stream,
      environment: {},
      readFile: async () => new Uint8Array(),
      open: async () => ({ dispatch, close: async () => undefined }),
    });
    expect(status).toBe(3);
  }
  const refusal =
    'Files with data of cases cannot be saved: your company’s policy sets this. Nothing was read.\n';
  expect(written).toEqual([refusal, refusal]);
});

test.each([
  ['delete', [{ actions: ['delete'] }], 1],
  ['delete many', [{ moreThan: 1 }], 2],
] as const)(
  'the command line does not %s where a second person must approve it',
  async (_what, approval, count) => {
    const { dispatch, bridge } = await under({ approval });
    const { samples } = await bridge.invoke('conversations.samples', { environmentId: 'sandbox' });
    const ids = samples
      .filter(({ title }) => ['Jan Müller', 'Liis Tamm'].includes(title))
      .map(({ id }) => id);
    const written: string[] = [];
    const stream = { write: (text: string) => written.push(text) };
    const args = ['delete', '--file', '-', '--reason', 'other', '--yes', String(count)];
    const status = await runConsoleCommand([...args, '--environment', 'Sandbox'], {
      stdout: stream,
      stderr: stream,
      environment: {},
      readFile: async () => Buffer.from(ids.slice(0, count).join('\n')),
      open: async () => ({ dispatch, close: async () => undefined }),
    });
    expect([status, written.join('')]).toEqual([
      3,
      'A second person must approve this. Nothing was sent.\nPropose it on the page Deletion. Somebody with the role approver or admin in your team approves it.\n',
    ]);
    expect(await bridge.invoke('deletionRuns.list', {})).toEqual({ runs: [] });
  },
);

/** Files without data of cases, and proofs of what was done, which name conversations by id only. */
const permittedFiles = [
  'callbacks.fixture',
  'consoleKey.export',
  'environments.export',
  'examine.save',
  'receipts.export',
  'receipts.save',
  'reports.saveFigures',
  'team.saveLog',
  'team.saveRecovery',
  'team.saveSql',
];

test('every operation that saves a file with data of cases is under the policy', () => {
  const saves = Object.entries<{ output: unknown; policy?: string }>(operations).filter(([, { output }]) =>
    [output, output instanceof z.ZodObject && output.shape.result].includes(saveResult),
  );
  expect(saves.length).toBeGreaterThan(10);
  const free = saves.filter(([, { policy }]) => policy === undefined).map(([name]) => name);
  expect(free.sort()).toEqual(permittedFiles);
});

test('a policy is tried on what was done in this console, and changes nothing', async () => {
  const { bridge } = await under({ secondReview: [{ decision: 'approve', percent: 50 }] });
  const environmentId = 'sandbox';
  const { samples } = await bridge.invoke('conversations.samples', { environmentId });
  const ids = samples.slice(0, 4).map(({ id }) => id);
  for (const [at, conversationId] of ids.entries()) {
    await bridge.invoke('conversations.open', { environmentId, conversationId });
    const get = () => bridge.invoke('cases.get', { environmentId, conversationId });
    await expect.poll(async () => (await get()).case).toBeDefined();
    const kind = (['clear', 'reject', 'escalate', 'clear'] as const)[at] ?? 'clear';
    const decision = { kind, comment: 'Seen' };
    await bridge.invoke('cases.decide', { environmentId, selection: { ids: [conversationId] }, decision });
  }
  const text = JSON.stringify({
    version: 1,
    company: 'Acme',
    export: false,
    secondReview: [{ environments: ['sandbox'], percent: 100 }],
    approval: [{ actions: ['delete'] }],
  });
  const tried = await bridge.invoke('policy.try', { text });
  // An escalation is not reviewed by a second person.
  expect(tried.decisions).toEqual({ total: 3, inForce: 1, tried: 3 });
  expect(tried.deletions).toEqual({ total: 0, inForce: 0, tried: 0 });
  expect(tried.policy).toMatchObject({ export: false, problems: [] });
  const { policy } = await bridge.invoke('policy.try', { text: '{\n  "version": 1,\n  "exprt": false }' });
  expect(policy.problems).toContainEqual(expect.objectContaining({ line: 3, key: 'exprt' }));
  expect((await bridge.invoke('policy.view', {})).policy).toMatchObject({ export: true, approval: [] });
});
