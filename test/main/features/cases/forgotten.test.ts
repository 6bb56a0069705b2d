import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runOf, startDeletion } from '../../../support/deletion-run.ts';
import { newDataDir, OpenKeychain, sandbox, startConsole } from './cases-harness.ts';

/** The files of the data directory that contain a text. */
function filesWith(directory: string, text: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && readFileSync(join(entry.parentPath, entry.name)).includes(text))
    .map(({ name }) => name);
}

test('a forgotten case is in no file but that of the receipts, and the lines of finished runs name it by their receipt only', async () => {
  const { dataDir, remove } = newDataDir();
  onTestFinished(remove);
  const console = await startConsole(dataDir, new OpenKeychain());
  onTestFinished(() => console.close());
  const { bridge } = console;
  const [conversationId, other] = console.samples.map(({ id }) => id) as [string, string];
  const open = { ...sandbox, conversationId };
  await bridge.invoke('conversations.open', { ...sandbox, conversationId: other });
  await bridge.invoke('conversations.open', open);
  const { runId } = await startDeletion(bridge, open);
  await expect.poll(async () => (await runOf(bridge, runId))?.state).toBe('done');
  // The history records its outcome after that.
  await expect
    .poll(async () => (await bridge.invoke('cases.get', open)).case?.history[0]?.details.outcome)
    .toBe('confirmed');
  await expect
    .poll(() => filesWith(dataDir, conversationId).map((name) => name.split('.')[0]))
    .toEqual(expect.arrayContaining(['cases', 'deletion-runs', 'journal']));

  await bridge.invoke('cases.forget', { ...sandbox, selection: { ids: [conversationId] } });
  // The receipt proves that the data was deleted, so it stays. It holds the id, and of the user a digest only.
  const isOfReceipts = (name: string) => name.startsWith('deletion-runs.sqlite');
  await expect
    .poll(() => filesWith(dataDir, conversationId).filter((name) => !isOfReceipts(name)))
    .toEqual([]);
  expect(await bridge.invoke('deletionRuns.lines', { runId, from: 0, count: 10 })).toMatchObject({
    total: 1,
    lines: [{ receiptIds: [expect.any(String)] }],
  });
  const { recent } = await bridge.invoke('conversations.recent', sandbox);
  expect(recent.map((one) => one.conversationId)).toEqual([other]);
});

test('a case on disk is not forgotten while its list cannot be opened, since it would reappear', async () => {
  const { dataDir, remove } = newDataDir();
  onTestFinished(remove);
  const keychain = new OpenKeychain();
  const first = await startConsole(dataDir, keychain);
  const conversationId = first.samples[0]?.id ?? '';
  await first.bridge.invoke('conversations.open', { ...sandbox, conversationId });
  await expect.poll(() => filesWith(dataDir, conversationId)).not.toEqual([]);
  await first.close();

  keychain.status = { state: 'locked', message: 'Locked.' };
  const second = await startConsole(dataDir, keychain);
  onTestFinished(() => second.close());
  await second.bridge.invoke('conversations.open', { ...sandbox, conversationId });
  await expect(
    second.bridge.invoke('cases.forget', { ...sandbox, selection: { ids: [conversationId] } }),
  ).rejects.toMatchObject({ view: { code: 'not-supported-here' } });
  await expect
    .poll(async () => (await second.bridge.invoke('cases.get', { ...sandbox, conversationId })).case)
    .toBeDefined();
});

test('a case that is kept on purpose is forgotten only once the hold is ended', async () => {
  const { dataDir, remove } = newDataDir();
  onTestFinished(remove);
  const console = await startConsole(dataDir, new OpenKeychain());
  onTestFinished(() => console.close());
  const { bridge } = console;
  const conversationId = console.samples[0]?.id ?? '';
  await bridge.invoke('conversations.open', { ...sandbox, conversationId });
  const one = { ...sandbox, selection: { ids: [conversationId] } };
  await bridge.invoke('due.hold', { ...one, hold: { reason: 'Court case' } });
  await expect(bridge.invoke('cases.forget', one)).rejects.toMatchObject({
    view: { code: 'invalid-input', message: 'Nothing was forgotten: one case is kept on purpose.' },
  });
  // In a selection only the cases that are held get an entry.
  const otherId = console.samples[1]?.id ?? '';
  await bridge.invoke('conversations.open', { ...sandbox, conversationId: otherId });
  const both = { ...sandbox, selection: { ids: [conversationId, otherId] } };
  expect(await bridge.invoke('due.hold', { ...both, hold: null })).toMatchObject({ affected: 1 });
  const { case: other } = await bridge.invoke('cases.get', { ...sandbox, conversationId: otherId });
  expect(other?.history.map(({ kind }) => kind)).not.toContain('hold-ended');
  await expect(bridge.invoke('due.hold', { ...both, hold: null })).rejects.toMatchObject({
    view: { message: 'Nothing was changed: none of these cases is kept on purpose.' },
  });
  expect(await bridge.invoke('cases.forget', one)).toMatchObject({ affected: 1 });
});
