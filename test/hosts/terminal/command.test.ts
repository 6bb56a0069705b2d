import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Console, compose } from '../../../main/compose.ts';
import { runConsoleCommand } from '../../../main/hosts/terminal/command.ts';
import { terminalHost } from '../../../main/hosts/terminal/run.ts';
import { type BridgeClient, createBridgeClient } from '../../../renderer/bridge/bridge-client.ts';
import { bridgeOf } from '../../support/bridge.ts';

let folder: string;
let out: string;
let opened: Console;
let bridge: BridgeClient;
/** The conversations of the sandbox by their names. */
const ids: Record<string, string> = {};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-terminal-'));
  out = mkdtempSync(join(tmpdir(), 'assay-terminal-out-'));
  opened = await compose({ dataDir: folder, host: terminalHost(out, {}), log: () => undefined });
  bridge = createBridgeClient(bridgeOf(opened.dispatch, opened.eventBus));
  await bridge.invoke('keychain.sessionOnly', { sessionOnly: true });
  for (const { id, title } of (await bridge.invoke('conversations.samples', { environmentId: 'sandbox' }))
    .samples) {
    ids[title] = id;
  }
});
afterAll(async () => {
  await opened.close();
  for (const made of [folder, out]) {
    rmSync(made, { recursive: true });
  }
});

/** A command on the console of this file, with `input` as standard input. */
async function run(args: string[], input = '') {
  const written = { stdout: '', stderr: '' };
  const into = (name: keyof typeof written) => ({
    write: (text: string) => {
      written[name] += text;
    },
  });
  const status = await runConsoleCommand(args, {
    stdout: into('stdout'),
    stderr: into('stderr'),
    environment: {},
    readFile: async (path) => (path === '-' ? Buffer.from(input) : readFileSync(path)),
    open: async () => ({ dispatch: opened.dispatch, close: async () => undefined }),
  });
  return { status, ...written };
}

const id = () => ids['Finished: identity confirmed, may be deleted'] ?? '';

test('read prints what the window reads, and puts the case into the list, as the window does', async () => {
  const { status, stdout } = await run(['read', id(), '--json']);
  const { conversation } = await bridge.invoke('conversations.open', {
    environmentId: 'sandbox',
    conversationId: id(),
  });
  expect([status, JSON.parse(stdout).conversation]).toEqual([0, conversation]);
  const listed = await run(['cases', '--json', '--filter', 'opened:today', '--environment', 'Sandbox']);
  expect(JSON.parse(listed.stdout).cases).toMatchObject([{ conversationId: id() }]);
  expect((await run(['cases', '--filter', 'status:expired'])).stdout).toBe('');
});

test('cases says the assessment, the state and the findings in the words of the list', async () => {
  const conversationId = ids['On a sanctions list, monitoring ended: may be deleted'] ?? '';
  const { conversation } = await bridge.invoke('conversations.open', {
    environmentId: 'sandbox',
    conversationId,
  });
  const args = ['cases', '--filter', 'aml:sanctions', '--environment', 'Sandbox'];
  expect((await run(args)).stdout).toBe(
    `${conversationId}\tSanctions hit\tTo review\t${conversation.userKey}\n`,
  );
  const [row] = JSON.parse((await run([...args, '--json'])).stdout).cases;
  expect(row).toMatchObject({
    assessment: 'Sanctions hit',
    state: 'To review',
    findingTexts: ['Sanctions hit'],
  });
  expect(row).not.toHaveProperty('verdict');
});

test('cases as JSON has every finding of a case, not only those that a row of the list has room for', async () => {
  const conversationId = ids['On every list, not monitored'] ?? '';
  await bridge.invoke('conversations.open', { environmentId: 'sandbox', conversationId });
  const { stdout } = await run(['cases', '--filter', 'aml:sip', '--environment', 'Sandbox', '--json']);
  const [row] = JSON.parse(stdout).cases;
  expect(row.findingTexts).toHaveLength(row.findingCount);
  expect(row.findings).toHaveLength(5);
});

test('media saves each file under a free name', async () => {
  const { media } = await bridge.invoke('media.list', { environmentId: 'sandbox', conversationId: id() });
  const first = JSON.parse((await run(['media', id(), '--out', out, '--json'])).stdout);
  const again = await run(['media', id(), '--out', out]);
  expect([first.files.length, again.status]).toEqual([media.length, 0]);
  expect(readdirSync(out)).toHaveLength(2 * media.length);
  expect(again.stdout).toMatch(/ \(2\)\./);
});

test("the service's message and the advice are on a line each", async () => {
  const { status, stdout, stderr } = await run(['read', 'unknown-id']);
  expect([status, stdout]).toEqual([3, '']);
  expect(stderr).toMatch(/\(404\)\. The service says: “[^”]+”\nWhere the id [^\n]+\n$/);
});

test('delete sends nothing unless the count is that of the preview', async () => {
  const args = ['delete', '--environment', 'Sandbox', '--file', '-', '--reason', 'data-subject-request'];
  const { status, stderr } = await run([...args, '--yes', '2'], id());
  expect([status, stderr]).toEqual([
    3,
    'Nothing was sent: the data of 1 conversation would be deleted, not of 2. Will be deleted: 1.\n',
  ]);
  expect((await run(['read', id()])).status).toBe(0);
});

test('delete ends when the effect was read, with a receipt in the register of the window', async () => {
  const args = [
    'delete',
    '--environment',
    'Sandbox',
    '--file',
    '-',
    '--reason',
    'data-subject-request',
    '--ticket',
    'T-1',
  ];
  const { status, stdout, stderr } = await run([...args, '--yes', '1', '--json'], `${id()}\n`);
  expect([status, stderr]).toEqual([0, '']);
  const { runId, lines } = JSON.parse(stdout);
  expect(lines).toMatchObject([{ conversationId: id(), outcome: 'confirmed' }]);
  expect(lines[0].receiptIds).toHaveLength(1);
  const { runs } = await bridge.invoke('deletionRuns.register', {
    filter: {},
    sort: { by: 'when', descending: true },
    from: 0,
    count: 10,
  });
  expect(runs).toMatchObject([{ runId, ticket: 'T-1', outcomes: { confirmed: 1 } }]);
  const gone = await run(['read', id()]);
  expect([gone.status, gone.stdout]).toEqual([3, '']);
});

test.each([
  [['read'], 'The id of the conversation is missing.'],
  [['media', 'c-1'], '--out is missing.'],
  [['cases', '--filter', 'opened:never'], '“never” is not a period.'],
  [['cases', '--filter', 'colour:red'], '“colour:” is not a filter.'],
  [['delete', '--file', '-', '--reason', 'data-subject-request', '--yes', '1'], '--environment is missing.'],
  [
    ['delete', '--environment', 'Sandbox', '--file', '-', '--reason', 'x', '--yes', '1'],
    '--reason is one of',
  ],
  [
    ['delete', '--environment', 'Sandbox', '--file', '-', '--reason', 'data-subject-request', '--yes', 'all'],
    '--yes needs',
  ],
  [['read', 'c-1', '--nothing'], "Unknown option '--nothing'"],
])('%j is refused with its reason and the usage', async (args, reason) => {
  const { status, stderr } = await run(args);
  expect(status).toBe(2);
  expect(stderr).toContain(reason);
  expect(stderr).toContain('Usage: assay read ID');
});

test('an environment that is not there is said', async () => {
  const { status, stderr } = await run(['cases', '--environment', 'Nowhere']);
  expect([status, stderr]).toEqual([3, 'There is no environment Nowhere. There is: Sandbox.\n']);
});

test('while a console is open, the command says so and does nothing', async () => {
  const written: string[] = [];
  const say = { write: (text: string) => written.push(text) };
  const status = await runConsoleCommand(['cases', '--data-dir', folder], {
    stdout: say,
    stderr: say,
    environment: {},
    readFile: async (path) => readFileSync(path),
    open: (dataDir) => compose({ dataDir, host: terminalHost(undefined, {}), log: () => undefined }),
  });
  expect(status).toBe(3);
  expect(written.join('')).toMatch(/^Another console is using the data directory .*close it/s);
});

test('the selected environment is the one before, afterwards', async () => {
  const { id: other } = await bridge.invoke('environments.save', {
    settings: { name: 'Other', kind: 'test', baseUrl: 'http://127.0.0.1:9', proxy: { mode: 'none' } },
  });
  onTestFinished(async () => void (await bridge.invoke('environments.delete', { environmentId: other })));
  expect((await run(['cases', '--environment', other])).status).toBe(0);
  expect((await bridge.invoke('environments.list', {})).selectedId).toBe('sandbox');
});
