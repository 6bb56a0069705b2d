import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type CaseConsole,
  dayStarts,
  newestFirst,
  OpenKeychain,
  sandbox,
  startConsole,
} from '../features/cases/cases-harness.ts';

/** Mounting needs the rights of the administrator, and Linux. */
const canMount = process.platform === 'linux' && process.getuid?.() === 0;

let dataDir: string;
let keychain: OpenKeychain;
let console: CaseConsole | undefined;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'assay-full-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m,mode=700', 'tmpfs', dataDir]);
  keychain = new OpenKeychain();
});
afterEach(async () => {
  await console?.close();
  console = undefined;
  execFileSync('umount', ['--lazy', dataDir]);
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(): Promise<CaseConsole> {
  console = await startConsole(dataDir, keychain);
  return console;
}

/** Opens a sample and rejects it; returns its id. */
async function decideOne({ bridge, samples }: CaseConsole): Promise<string> {
  const conversationId = samples[0]?.id ?? '';
  await bridge.invoke('conversations.open', { ...sandbox, conversationId });
  await decide(bridge, conversationId, 'reject');
  return conversationId;
}

function decide(bridge: CaseConsole['bridge'], conversationId: string, kind: 'reject' | 'clear') {
  return bridge.invoke('cases.decide', {
    ...sandbox,
    selection: { ids: [conversationId] },
    decision: { kind, reason: kind === 'reject' ? 'confirmed-match' : 'data-agrees' },
  });
}

async function fill(): Promise<void> {
  for (const bytes of [64 * 1024, 4096, 1]) {
    try {
      for (;;) {
        appendFileSync(join(dataDir, 'filler'), Buffer.alloc(bytes));
      }
    } catch {
      // Full for blocks of this size.
    }
  }
}

async function shown({ bridge }: CaseConsole) {
  const input = { ...sandbox, filter: {}, sort: newestFirst, dayStarts };
  const { resultId, total } = await bridge.invoke('cases.query', input);
  const { rows } = await bridge.invoke('cases.rows', { ...sandbox, resultId, from: 0, count: 10 });
  return { total, rows };
}

const states = [
  ['a full disk', fill, 'the disk is full'],
  [
    'a read-only file system',
    async () => void execFileSync('mount', ['-o', 'remount,ro', dataDir]),
    'the data directory cannot be written to',
  ],
] as const;

describe.skipIf(!canMount)('A data directory that cannot be written', () => {
  test.each(states)(
    'on %s the console starts, shows the cases and says what is not saved',
    async (_name, spoil, why) => {
      const id = await decideOne(await start());
      await console?.close();
      await spoil();

      const again = await start();
      const { bridge } = again;
      expect(await shown(again)).toMatchObject({
        total: 1,
        rows: [{ conversationId: id, decision: { kind: 'reject' } }],
      });
      const { case: found } = await bridge.invoke('cases.get', { ...sandbox, conversationId: id });
      expect(found?.history.map(({ kind }) => kind)).toEqual(['decided', 'opened']);
      const { notices } = await bridge.invoke('cases.status', sandbox);
      expect(notices.join(' ')).toContain(`Nothing can be recorded, because ${why}`);
      const info = await bridge.invoke('application.info', {});
      expect(info.notices.map(({ text }) => text).join(' ')).toContain(
        `Nothing can be deleted or expired, because ${why}`,
      );

      const refused = { view: { code: 'file-not-written', message: `Not saved: ${why}.` } };
      const selection = { ids: [id] };
      await expect(decide(bridge, id, 'clear')).rejects.toMatchObject(refused);
      const note = bridge.invoke('cases.note', { ...sandbox, selection, text: 'a note' });
      await expect(note).rejects.toMatchObject(refused);
      const label = bridge.invoke('cases.label', { ...sandbox, selection, add: ['vip'], remove: [] });
      await expect(label).rejects.toMatchObject(refused);
      // The service's answer is shown all the same.
      await bridge.invoke('conversations.open', { ...sandbox, conversationId: again.samples[1]?.id ?? '' });
      expect((await bridge.invoke('cases.status', sandbox)).notices.join(' ')).toContain(
        `Not saved: ${why}.`,
      );
      expect(await bridge.invoke('deletionRuns.list', {})).toMatchObject({ runs: [] });
    },
    60_000,
  );

  test('a decision is saved again when there is space again', async () => {
    const id = await decideOne(await start());
    await console?.close();
    await fill();
    const again = await start();
    await expect(decide(again.bridge, id, 'clear')).rejects.toMatchObject({
      view: { code: 'file-not-written' },
    });
    rmSync(join(dataDir, 'filler'));
    await expect
      .poll(() =>
        decide(again.bridge, id, 'clear').then(
          () => 'saved',
          () => 'not saved',
        ),
      )
      .toBe('saved');
    expect(await shown(again)).toMatchObject({ rows: [{ decision: { kind: 'clear' } }] });
    expect((await again.bridge.invoke('cases.status', sandbox)).notices).toEqual([]);
    expect(await again.bridge.invoke('journal.verify', {})).toMatchObject({ problems: [] });
  });

  test('a disk that becomes full while the console runs is named, and nothing saved is lost', async () => {
    const running = await start();
    const id = await decideOne(running);
    await fill();
    await expect(
      (async () => {
        for (;;) {
          await decide(running.bridge, id, 'reject');
        }
      })(),
    ).rejects.toMatchObject({ view: { code: 'file-not-written', message: 'Not saved: the disk is full.' } });
    expect(await shown(running)).toMatchObject({
      rows: [{ conversationId: id, decision: { kind: 'reject' } }],
    });
    expect(readdirSync(dataDir)).toContain('cases.sqlite');
  });
});
