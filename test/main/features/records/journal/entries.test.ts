import { execFile, execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openJournal } from '../../../../../main/features/records/journal/journal-file.ts';
import { verifyJournalCommand } from '../../../../../main/features/records/journal/verify-command.ts';
import { readDataKeys } from '../../../../../main/store/keys/data-keys.ts';
import { Sealer } from '../../../../../main/store/sealing.ts';
import { startDeletion } from '../../../../support/deletion-run.ts';
import {
  type CaseConsole,
  newDataDir,
  OpenKeychain,
  sandbox,
  startConsole,
} from '../../cases/cases-harness.ts';

let keychain: OpenKeychain;
let console: CaseConsole;
let directory: ReturnType<typeof newDataDir>;
beforeEach(async () => {
  keychain = new OpenKeychain();
  directory = newDataDir();
  console = await startConsole(directory.dataDir, keychain);
});
afterEach(async () => {
  await console.close();
  directory.remove();
});

const journalFile = () => join(directory.dataDir, 'journal.sqlite');

/** The journal's entries after the console was closed. */
async function entries() {
  await console.close();
  const account = [...keychain.secrets.keys()].find((name) => name.startsWith('index/')) ?? '';
  const keys = await readDataKeys(keychain, account.split('/')[1] ?? '');
  if (keys === undefined) {
    throw new Error('There is no key of the index.');
  }
  const { database, journal } = openJournal(journalFile(), new Sealer(keys));
  try {
    return journal
      .after(0, 1000)
      .map(({ kind, content }) => [kind, content?.environmentId, content?.details]);
  } finally {
    database.close();
  }
}

/** Runs the command in this process, without a keychain. `fromCommandLine` runs it as a user would. */
async function verify(...more: string[]) {
  let text = '';
  const stream = {
    write(piece: string) {
      text += piece;
    },
  };
  const get = () => Promise.reject(new Error('There is no keychain.'));
  const argv = ['--data-dir', directory.dataDir, ...more];
  return {
    code: await verifyJournalCommand(argv, { keychain: { get }, stdout: stream, stderr: stream }),
    text,
  };
}

function fromCommandLine() {
  const argv = ['main/cli.ts', 'verify-journal', '--data-dir', directory.dataDir];
  return promisify(execFile)(process.execPath, argv).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    ({ code, stdout, stderr }) => ({ code, text: `${stdout}${stderr}` }),
  );
}

test('changes of environments and credentials are recorded without their values', async () => {
  const { bridge } = console;
  const { id: environmentId } = await bridge.invoke('environments.save', {
    settings: { name: 'Test', kind: 'test', baseUrl: 'https://service.example' },
  });
  await bridge.invoke('credentials.save', {
    kind: 'api-key',
    environmentId,
    login: 'a-login',
    password: 'a-password',
  });
  await bridge.invoke('credentials.remove', { kind: 'api-key', environmentId });
  await bridge.invoke('environments.delete', { environmentId });
  const all = await entries();
  expect(all.filter(([kind]) => kind !== 'forgotten')).toEqual([
    ['environment-changed', environmentId, { change: 'added' }],
    ['credentials-changed', environmentId, { change: 'api-key-saved' }],
    ['credentials-changed', environmentId, { change: 'api-key-removed' }],
    ['environment-changed', environmentId, { change: 'deleted' }],
  ]);
});

test('the history of a case records opening, expiring and the outcome', async () => {
  const { bridge, samples } = console;
  const active = samples.find(({ title }) => /in progress|created/i.test(title))?.id ?? '';
  const target = { ...sandbox, conversationId: active };
  await bridge.invoke('conversations.open', target);
  await startDeletion(bridge, { ...target, choice: 'expire' });
  await vi.waitFor(
    async () => {
      const { case: found } = await bridge.invoke('cases.get', target);
      const done = found?.history.map(({ kind, details }) => [kind, details.outcome]);
      expect(done).toEqual([
        ['expired', 'confirmed'],
        ['opened', undefined],
      ]);
    },
    { interval: 100 },
  );
});

test('the command verifies the journal and names a changed entry', async () => {
  await console.bridge.invoke('cases.saveSettings', {
    ...sandbox,
    retention: { retentionDays: 30, decisionDays: null },
  });
  await console.bridge.invoke('cases.saveSettings', {
    ...sandbox,
    retention: { retentionDays: null, decisionDays: null },
  });
  expect(await verify()).toMatchObject({ code: 0, text: expect.stringContaining('2 entries') });
  await console.close();
  const { code, text } = await fromCommandLine();
  expect([code, text]).toEqual([
    0,
    expect.stringMatching(/Every entry is unchanged[\s\S]*Last entry: 2:[0-9a-f]{64}/),
  ]);

  const database = new DatabaseSync(journalFile());
  database.exec("DROP TRIGGER entry_is_never_changed; UPDATE entry SET actor = 'someone' WHERE seq = 1");
  database.close();
  expect(await verify()).toEqual({
    code: 1,
    text: expect.stringContaining('PROBLEM  Entry 1 was changed.'),
  });
  expect(JSON.parse((await verify('--json')).text).problems).toMatchObject([{ kind: 'changed', seq: 1 }]);
});

test('the command detects a truncated journal and a missing head', async () => {
  for (const retentionDays of [1, 2, 3]) {
    await console.bridge.invoke('cases.saveSettings', {
      ...sandbox,
      retention: { retentionDays, decisionDays: null },
    });
  }
  await console.close();
  const head = /Last entry: (\S+)/.exec((await verify()).text)?.[1] ?? '';
  const database = new DatabaseSync(journalFile());
  database.exec(
    'DROP TRIGGER entry_is_never_deleted; DELETE FROM entry WHERE seq = 3; DELETE FROM content WHERE seq = 3',
  );
  database.close();
  expect(await verify()).toMatchObject({
    code: 1,
    text: expect.stringContaining('Entry 3 is missing at the end'),
  });
  await rm(join(directory.dataDir, 'cases.sqlite'));
  expect(await verify()).toMatchObject({
    code: 0,
    text: expect.stringContaining('No head of this journal is saved'),
  });
  expect(await verify('--head', head)).toMatchObject({ code: 1 });
});

test('the command reports what it cannot check', async () => {
  expect(await verify()).toEqual({ code: 2, text: expect.stringContaining('There is no journal') });
  expect(await verify('--head', 'x')).toEqual({ code: 2, text: expect.stringContaining('--head must be') });
  expect(await verify('--unknown')).toEqual({ code: 2, text: expect.stringContaining('Usage:') });
});

test.skipIf(process.platform === 'win32').each(['journal.sqlite', 'cases.sqlite'])(
  'the command does not wait for a pipe in place of %s',
  async (name) => {
    await console.close();
    execFileSync('mkfifo', [join(directory.dataDir, name)]);
    expect(await verify()).toEqual({
      code: 2,
      text: expect.stringContaining(`${name} is not a regular file`),
    });
  },
);
