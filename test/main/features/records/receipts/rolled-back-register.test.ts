import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startDeletion } from '../../../../support/deletion-run.ts';
import {
  type CaseConsole,
  newDataDir,
  OpenKeychain,
  sandbox,
  startConsole,
} from '../../cases/cases-harness.ts';

let place: ReturnType<typeof newDataDir>;
let keychain: OpenKeychain;
beforeEach(() => {
  place = newDataDir();
  keychain = new OpenKeychain();
});
afterEach(() => place.remove());

const start = () => startConsole(place.dataDir, keychain);
const register = () => join(place.dataDir, 'deletion-runs.sqlite');
const older = () => join(place.dataDir, 'older-copy');

/** Deletes a sample, which is there again after a start, and waits for its receipt; returns the numbers in the register, newest first. */
async function deleteSample({ bridge, samples }: CaseConsole): Promise<number[]> {
  const conversationId = samples[0]?.id ?? '';
  const read = async () => (await bridge.invoke('receipts.of', { ...sandbox, conversationId })).receipts;
  const before = (await read()).length;
  await startDeletion(bridge, { ...sandbox, conversationId });
  await vi.waitUntil(async () => (await read()).length > before, 20_000);
  return (await read()).map(({ number }) => number);
}

async function findings({ bridge }: CaseConsole) {
  const { head, problems } = await bridge.invoke('journal.verify', {});
  const { notices } = await bridge.invoke('cases.status', sandbox);
  return { head, notices, problems: problems.map(({ kind, message }) => `${kind}: ${message}`) };
}

async function confirm(opened: CaseConsole) {
  const { head } = await findings(opened);
  await opened.bridge.invoke('journal.confirm', { seq: head?.seq ?? 0 });
}

/** A console with one receipt in the copy of its register and three in the register. */
async function threeReceipts(): Promise<void> {
  for (const numbers of [[1], [2, 1], [3, 2, 1]]) {
    const opened = await start();
    expect(await deleteSample(opened)).toEqual(numbers);
    expect(await findings(opened)).toMatchObject({ problems: [], notices: [] });
    await opened.close();
    if (numbers.length === 1) {
      copyFileSync(register(), older());
    }
  }
}

test('an older copy of the register is found until a person confirms it, and no number is given twice', {
  timeout: 120_000,
}, async () => {
  await threeReceipts();
  // Twice, with a receipt in between.
  for (const [lost, next] of [
    ['2 to 3', 4],
    ['2 to 4', 5],
  ]) {
    copyFileSync(older(), register());
    const rolledBack = await start();
    const { problems, notices } = await findings(rolledBack);
    expect(problems).toEqual([expect.stringContaining(`receipts ${lost} are missing`)]);
    expect(notices).toEqual([expect.stringContaining(`receipts ${lost} are missing`)]);
    expect(await deleteSample(rolledBack)).toEqual([next, 1]);
    await rolledBack.close();
  }
  const later = await start();
  expect((await findings(later)).notices).toHaveLength(1);
  await confirm(later);
  expect(await findings(later)).toMatchObject({ problems: [], notices: [] });
  await later.close();
  const last = await start();
  expect(await findings(last)).toMatchObject({ problems: [], notices: [] });
  expect(await deleteSample(last)).toEqual([6, 5, 1]);
  await last.close();
});

test('without what the keychain had, the digests in the journal say what is missing, and the numbers go on', {
  timeout: 120_000,
}, async () => {
  await threeReceipts();
  rmSync(register());
  for (const account of [...keychain.secrets.keys()].filter((name) => name.endsWith('/receipts'))) {
    keychain.secrets.delete(account);
  }
  const emptied = await start();
  expect((await findings(emptied)).problems).toEqual([
    expect.stringMatching(/^cut: .*receipts 1 to 3 are missing/),
  ]);
  expect(await deleteSample(emptied)).toEqual([4]);
  await confirm(emptied);
  expect(await findings(emptied)).toMatchObject({ problems: [], notices: [] });
  await emptied.close();
});
