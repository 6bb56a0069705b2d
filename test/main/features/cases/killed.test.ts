import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { fullTests } from '../../../support/full-tests.ts';
import { env, openService } from './index-harness.ts';

const directory = mkdtempSync(join(tmpdir(), 'assay-killed-'));
const program = fileURLToPath(new URL('./working-program.ts', import.meta.url));
const key = randomBytes(32).toString('hex');
const sealingKeys: Parameters<typeof openService>[1] = [
  { id: key.slice(0, 16), key: Buffer.from(key, 'hex') },
];
const rounds = fullTests ? 50 : 3;
/** A process is killed after at most this many lines and milliseconds. */
const longest = { lines: 24, ms: 8 };
afterAll(() => rmSync(directory, { recursive: true, force: true }));

interface Step {
  kind: 'record' | 'decide' | 'note' | 'forget';
  conversationId: string;
  value?: string;
  done: boolean;
}

interface Known {
  decision?: string;
  note?: string;
  forgotten: boolean;
}

function start(data: string, round: number): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [program, data, key, String(round)], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, NODE_COMPILE_CACHE: join(directory, 'compiled') },
  });
}

/** Lets a process work until it has printed this many lines and a moment longer, kills it, and returns what it printed. */
async function killed(child: ChildProcessWithoutNullStreams, lines: number): Promise<Step[]> {
  const said: Buffer[] = [];
  const errors: Buffer[] = [];
  child.stderr.on('data', (piece: Buffer) => errors.push(piece));
  const ended = once(child, 'close');
  const workedOn = new Promise<void>((resolve) => {
    child.stdout.on('data', (piece: Buffer) => {
      said.push(piece);
      if (Buffer.concat(said).toString().split('\n').length > lines) {
        resolve();
      }
    });
  });
  child.stdin.write('go');
  await Promise.race([workedOn, ended]);
  // The moment must be random: there is no condition to wait for.
  await wait(randomInt(longest.ms));
  child.kill('SIGKILL');
  await ended;
  expect(Buffer.concat(errors).toString()).toBe('');
  const whole = Buffer.concat(said).toString();
  return whole
    .slice(0, whole.lastIndexOf('\n') + 1)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Step);
}

test.each([['', rounds], ...(fullTests ? [[' with 100,000 cases in the list', 10] as const] : [])] as const)(
  'a process killed at random moments%s loses nothing it confirmed, and leaves the journal whole (%i times)',
  {
    timeout: 240_000,
  },
  async (_when, times) => {
    const data = join(directory, `data-${times}`);
    const prefilled = times === 10 ? 100_000 : 0;
    mkdirSync(data);
    const known = new Map<string, Known>();
    if (prefilled > 0) {
      fill(data, prefilled);
    }
    let next = start(data, 0);
    const counts = { record: 0, decide: 0, note: 0, forget: 0 };
    for (let round = 0; round < times; round += 1) {
      const child = next;
      // The next process loads its modules while this one works.
      next = start(data, round + 1);
      // Spread over all moments, so that few rounds see every kind of step.
      const lines = 1 + Math.floor(((round + Math.random()) / times) * longest.lines);
      const steps = await killed(child, lines);
      for (const step of steps.filter(({ done }) => done)) {
        counts[step.kind] += 1;
        note(known, step);
      }
      const last = steps.at(-1);
      const unsure = last?.done === false ? last.conversationId : undefined;
      check(data, known, unsure);
      if (unsure !== undefined) {
        // The outcome of the interrupted step is unknown, so it is not checked again.
        known.delete(unsure);
      }
    }
    next.kill('SIGKILL');
    expect(counts.record).toBeGreaterThan(times);
    expect(counts.forget).toBeGreaterThan(0);
  },
);

function fill(data: string, cases: number): void {
  const { service } = openService(data, sealingKeys);
  const conversationIds = Array.from({ length: cases }, (_, index) => `filled-${index}`);
  service.add({ ...env, conversationIds, at: 1_700_000_000_000 });
  service.close();
}

function note(known: Map<string, Known>, { kind, conversationId, value }: Step): void {
  const about = known.get(conversationId) ?? { forgotten: false };
  known.set(conversationId, about);
  if (kind === 'forget') {
    about.forgotten = true;
  } else if (kind !== 'record' && value !== undefined) {
    about[kind === 'decide' ? 'decision' : 'note'] = value;
  }
}

function check(data: string, known: ReadonlyMap<string, Known>, unsure: string | undefined): void {
  const { service, notices } = openService(data, sealingKeys);
  expect(notices).toEqual([]);
  expect(service.verifyJournal().problems).toEqual([]);
  for (const [conversationId, { decision, note: text, forgotten }] of known) {
    if (conversationId === unsure) {
      continue;
    }
    const found = service.get({ ...env, conversationId });
    const kept = {
      decision: found?.row.decision?.kind,
      note: found?.notes[0]?.text,
      opened: found?.history.at(-1)?.kind,
    };
    expect({ conversationId, ...kept }).toEqual(
      forgotten
        ? { conversationId, decision: undefined, note: undefined, opened: undefined }
        : { conversationId, decision, note: text, opened: 'opened' },
    );
  }
  service.close();
  const files = readdirSync(data).map((name) => readFileSync(join(data, name)));
  const traces = [...known].filter(
    ([id, { forgotten }]) =>
      forgotten && files.some((bytes) => bytes.includes(`"${id}"`) || containsId(bytes, id)),
  );
  expect(traces).toEqual([]);
}

/** The id, not followed by a digit, which would make it another id. */
function containsId(bytes: Buffer, id: string): boolean {
  for (let at = bytes.indexOf(id); at >= 0; at = bytes.indexOf(id, at + 1)) {
    const after = bytes[at + id.length] ?? 0;
    if (after < 0x30 || after > 0x39) {
      return true;
    }
  }
  return false;
}
