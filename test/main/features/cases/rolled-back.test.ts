import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { casesPath } from '../../../../main/features/cases/index/case-file.ts';
import { journalPath } from '../../../../main/features/records/journal/journal-file.ts';
import { type CaseConsole, newDataDir, OpenKeychain, sandbox, startConsole } from './cases-harness.ts';

let place: ReturnType<typeof newDataDir>;
let keychain: OpenKeychain;
beforeEach(() => {
  place = newDataDir();
  keychain = new OpenKeychain();
});
afterEach(() => place.remove());

const files = () => [casesPath(place.dataDir), journalPath(place.dataDir)];
const start = () => startConsole(place.dataDir, keychain);

async function decide({ bridge, samples }: CaseConsole, kind: 'reject' | 'clear') {
  const conversationId = samples[0]?.id ?? '';
  await bridge.invoke('conversations.open', { ...sandbox, conversationId });
  const decision = { kind, comment: 'why' };
  await bridge.invoke('cases.decide', { ...sandbox, selection: { ids: [conversationId] }, decision });
}

async function findings({ bridge }: CaseConsole) {
  const { notices } = await bridge.invoke('cases.status', sandbox);
  const { head, problems } = await bridge.invoke('journal.verify', {});
  return { notices, head, problems };
}

test('entries lost to older copies are missed until a person confirms it, also when the copies are put back again', {
  timeout: 60_000,
}, async () => {
  const first = await start();
  await decide(first, 'reject');
  await first.close();
  const older = files().map((path) => [path, readFileSync(path)] as const);
  const second = await start();
  await decide(second, 'clear');
  await second.close();

  // Twice, with a start in between that adds entries of its own.
  for (const times of [1, 2]) {
    for (const [path, bytes] of older) {
      writeFileSync(path, bytes);
    }
    const rolledBack = await start();
    const { notices, problems } = await findings(rolledBack);
    expect(notices).toEqual([expect.stringMatching(/does not end where it should.*older copies/)]);
    expect(problems.map(({ kind }) => kind)).toContain('cut');
    await decide(rolledBack, times === 1 ? 'reject' : 'clear');
    await rolledBack.close();
  }
  const later = await start();
  const { notices, head } = await findings(later);
  expect(notices).toHaveLength(1);
  await later.bridge.invoke('journal.confirm', { seq: head?.seq ?? 0 });
  expect(await findings(later)).toMatchObject({ notices: [], problems: [] });
  await later.close();
  const last = await start();
  expect(await findings(last)).toMatchObject({ notices: [], problems: [] });
  await last.close();
});

test('deleting both files is found until a person confirms it, also after a new list was begun', {
  timeout: 60_000,
}, async () => {
  const first = await start();
  await decide(first, 'reject');
  await first.close();
  for (const path of files()) {
    rmSync(path);
  }
  for (const _start of [1, 2]) {
    const emptied = await start();
    const { notices, problems } = await findings(emptied);
    expect(notices).toEqual([expect.stringMatching(/are missing, with 2 entries/)]);
    expect(problems).toMatchObject([{ kind: 'cut', message: expect.stringMatching(/are missing/) }]);
    await decide(emptied, 'clear');
    await emptied.close();
  }
  const later = await start();
  const { head } = await findings(later);
  await later.bridge.invoke('journal.confirm', { seq: head?.seq ?? 0 });
  expect(await findings(later)).toMatchObject({ notices: [], problems: [] });
  await later.close();
  const last = await start();
  expect(await findings(last)).toMatchObject({ notices: [], problems: [] });
  await last.close();
});
