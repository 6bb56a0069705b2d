import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { fullTests } from '../../../support/full-tests.ts';
import { startPostgres, type TestPostgres } from '../../../support/postgres.ts';
import { sandbox } from '../cases/cases-harness.ts';
import { type FaultyLink, openFaultyLink } from './faulty-link.ts';
import { TeamConsole } from './team-consoles.ts';

vi.setConfig({ testTimeout: fullTests ? 1_800_000 : 180_000, hookTimeout: 120_000 });

let postgres: TestPostgres;
/** Anna's way to the database. */
let link: FaultyLink;
let [anna, ben] = [new TeamConsole('Anna'), new TeamConsole('Ben')];
let id = '';

async function begin(directory?: string) {
  postgres = await startPostgres(directory === undefined ? {} : { directory });
  link = await openFaultyLink(postgres.owner.port);
  [anna, ben] = [new TeamConsole('Anna'), new TeamConsole('Ben')];
  anna.port = link.port;
  await Promise.all([anna.start(), ben.start()]);
  await anna.create(postgres);
  await ben.join(postgres, anna);
}
async function open(sample: number) {
  id = anna.console.samples[sample]?.id ?? '';
  await Promise.all([anna.open(id), ben.open(id)]);
}
async function end() {
  await anna[Symbol.asyncDispose]();
  await ben[Symbol.asyncDispose]();
  await link.close();
  await postgres[Symbol.asyncDispose]();
}

/** Waits until both have the same notes, each once, and returns them. */
async function agree(): Promise<string[]> {
  const both = [anna, ben];
  await vi.waitFor(
    async () => {
      const views = await Promise.all(both.map((console) => console.view()));
      expect(views.map((view) => view?.unsent)).toEqual([0, 0]);
      expect(new Set(views.map((view) => view?.entries)).size).toBe(1);
      const [one, other] = await Promise.all(both.map((console) => console.shared(id)));
      expect(one).toEqual(other);
    },
    { timeout: 60_000, interval: 50 },
  );
  for (const console of both) {
    expect((await console.view())?.notices).toEqual([]);
    expect(console.console.logged).toEqual([]);
  }
  return (await anna.shared(id))?.notes ?? [];
}

describe('a team of two', () => {
  let sample = 0;
  beforeAll(() => begin());
  beforeEach(() => open(sample++));
  afterAll(end);

  test('a server that is killed in the middle of batches loses and repeats nothing', async () => {
    const written: string[] = [];
    for (let round = 0; round < (fullTests ? 50 : 3); round += 1) {
      const acts = [anna, ben].flatMap((console) =>
        Array.from({ length: 5 }, async (_, at) => {
          const text = `${round} ${at} of ${console.name}`;
          await console.note(id, text);
          written.push(text);
        }),
      );
      // At another moment in each round: after one act, two acts, and so on.
      await Promise.all(acts.slice(0, 1 + (round % 10)));
      await postgres.stop('crash');
      await Promise.all(acts);
      await postgres.start();
      // Wakes those that wait before they try again.
      await Promise.all([anna, ben].map((console) => console.label(id, [`${round}`])));
      expect(await agree()).toEqual(written.toSorted());
    }
  });

  test('a connection that is cut after each message of a batch loses and repeats nothing', async () => {
    const written: string[] = [];
    for (let messages = 0; ; messages += fullTests ? 1 : 4) {
      link.cut();
      for (let at = 0; at < 3; at += 1) {
        const text = `${String(messages).padStart(3, '0')} ${at}`;
        await anna.note(id, text);
        written.push(text);
      }
      link.mend();
      const isWhole = link.cutAfter(messages);
      // Wakes the console, which waits before it tries again.
      await anna.label(id, [`${messages}`]);
      expect(await agree()).toEqual(written.toSorted());
      if (isWhole()) {
        // Parse, bind, describe, execute, sync, and six in reply.
        expect(messages).toBeGreaterThan(8);
        return;
      }
    }
  });

  test('no act of a person waits for a database that answers after seconds', async () => {
    await anna.note(id, 'before');
    await agree();
    const answersAfterMs = 10_000;
    link.delay(answersAfterMs);
    // A request is under way from here on.
    await ben.note(id, 'by Ben');
    const acts = [
      () => anna.note(id, 'slow'),
      () => anna.decide(id, 'clear'),
      () => anna.label(id, ['slow']),
      () => anna.view(),
      () => anna.caseOf(id),
      () => anna.bridge.invoke('cases.state', { ...sandbox, selection: { ids: [id] }, state: 'done' }),
      () => anna.open(id),
      () => anna.bridge.invoke('team.claim', { ...sandbox, conversationId: id }),
      () => anna.bridge.invoke('team.takeNext', { ...sandbox, conversationIds: [id] }),
      () => anna.bridge.invoke('team.release', { ...sandbox, conversationId: id }),
    ];
    for (let round = 0; round < 3; round += 1) {
      for (const act of acts) {
        const before = performance.now();
        await act();
        expect(performance.now() - before).toBeLessThan(answersAfterMs);
      }
    }
    link.mend();
    expect(await agree()).toHaveLength(5);
  });
});

/** Returns a file system of its own of a size; undefined where this computer does not let the tests have one. */
function ownDisk(size: string): { path: string; remove(): void } | undefined {
  const path = mkdtempSync(join(tmpdir(), 'assay-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', path], { stdio: 'pipe' });
  } catch {
    rmSync(path, { recursive: true });
    return undefined;
  }
  return {
    path,
    remove() {
      execFileSync('umount', [path]);
      rmSync(path, { recursive: true });
    },
  };
}

test('a full disk of the database is said, and what was done meanwhile is sent once there is room', async ({
  skip,
}) => {
  const disk = ownDisk('160m');
  if (disk === undefined) {
    skip('No file system can be mounted here.');
    return;
  }
  onTestFinished(() => disk.remove());
  onTestFinished(end);
  await begin(disk.path);
  await open(0);
  await anna.note(id, 'before');
  await agree();
  const { bsize, bavail } = statfsSync(disk.path);
  const filler = join(disk.path, 'filler');
  writeFileSync(filler, Buffer.alloc(bsize * bavail));
  const written = ['before'];
  for (let at = 0; (await anna.view())?.connection.state !== 'interrupted' && at < 5_000; at += 1) {
    const text = `${at} ${'x'.repeat(3_900)}`;
    await anna.note(id, text);
    written.push(text);
  }
  const { connection, unsent } = (await anna.until({ connection: { state: 'interrupted' } })) ?? {};
  expect(connection).toEqual({
    state: 'interrupted',
    message: 'The disk of the team’s database is full.',
    hint: 'The administrator of the database makes room on it.',
  });
  expect(unsent).toBeGreaterThan(0);
  rmSync(filler);
  // A server whose log found no room has ended, as its administrator would see.
  await postgres.start();
  await anna.label(id, ['wake']);
  await ben.label(id, ['wake']);
  expect(await agree()).toEqual(written.toSorted());
});
