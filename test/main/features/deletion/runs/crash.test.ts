import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { jsonReport } from '../../../../../main/features/deletion/runs/report/run-report.ts';
import type {
  RunCounts,
  RunItem,
  StoredRun,
} from '../../../../../main/features/deletion/runs/store/records.ts';
import { RunStore } from '../../../../../main/features/deletion/runs/store/run-store.ts';
import type { ReceiptContent } from '../../../../../main/features/records/receipts/receipt.ts';
import { verifyReceiptFile } from '../../../../../main/features/records/receipts/receipt-verification.ts';
import { fullTests } from '../../../../support/full-tests.ts';
import { listenForTest } from '../../../../support/listen-for-test.ts';
import { sessionKey } from './session-key.ts';

const conversations = fullTests ? 1000 : 50;
const kills = fullTests ? 50 : 2;
/** A console is killed at most this many milliseconds after it may send calls. */
const longestMs = 350;
const program = fileURLToPath(new URL('./crash-program.ts', import.meta.url));
const sandboxProgram = fileURLToPath(new URL('../../../../../main/sandbox/main.ts', import.meta.url));

interface Sandbox {
  baseUrl: string;
  apiKey: { login: string; password: string };
}

/** The sandbox in a process of its own. */
async function startSandbox(): Promise<Sandbox> {
  const child = spawn(process.execPath, [sandboxProgram], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill());
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return JSON.parse(line) as Sandbox;
}

interface Recorded {
  method: string;
  conversationId: string;
}

/** Stands before the sandbox and records every call in the order of its arrival. */
async function startRecorder(baseUrl: string): Promise<{ url: string; calls: Recorded[] }> {
  const calls: Recorded[] = [];
  const server = createServer((incoming, outgoing) => {
    const url = incoming.url ?? '';
    const conversationId = /^\/api\/conversations\/([^/?]+)/.exec(url)?.[1] ?? '';
    calls.push({ method: incoming.method ?? '', conversationId });
    const forwarded = request(
      new URL(url, baseUrl),
      { method: incoming.method, headers: incoming.headers },
      (reply) => {
        outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(outgoing);
      },
    );
    // A console that was killed takes its connections with it; what has arrived is carried out all the same.
    forwarded.on('error', () => outgoing.destroy());
    outgoing.on('error', () => undefined);
    incoming.on('error', () => undefined);
    incoming.pipe(forwarded);
  });
  const port = await listenForTest(server);
  return { url: `http://127.0.0.1:${port}`, calls };
}

function client({ baseUrl, apiKey }: Sandbox) {
  const authorization = `Basic ${Buffer.from(`${apiKey.login}:${apiKey.password}`).toString('base64')}`;
  const type = 'application/vnd.service.v1.1+json';
  const headers = { authorization, accept: type, 'content-type': type };
  return {
    async create(): Promise<string> {
      const reply = await fetch(`${baseUrl}/api/conversations`, {
        method: 'POST',
        headers,
        body: JSON.stringify({
          userKey: `user-${randomInt(1e9)}`,
          returnUrl: 'https://example.test/',
          query: { identity: { requireOneOf: [['PERSON_NAME_FIRSTNAME']] } },
        }),
      });
      return ((await reply.json()) as { id: string }).id;
    },
    async status(id: string): Promise<string> {
      const reply = await fetch(`${baseUrl}/api/conversations/${id}`, { headers });
      return ((await reply.json()) as { status: string }).status;
    },
  };
}

/** The conversations that got a DELETE after another one without a read between. */
function sentTwice(calls: readonly Recorded[]): string[] {
  const last = new Map<string, string>();
  const twice: string[] = [];
  for (const { method, conversationId } of calls) {
    if (method === 'DELETE' && last.get(conversationId) === 'DELETE') {
      twice.push(conversationId);
    }
    last.set(conversationId, method);
  }
  return twice;
}

/** Resolves with what the program says last: `working` before it was killed, or `done`. */
async function life(child: ChildProcessWithoutNullStreams, isKilled: boolean): Promise<string[]> {
  const said: string[] = [];
  const ended = once(child, 'close');
  const errors: string[] = [];
  child.stderr.on('data', (piece: Buffer) => errors.push(String(piece)));
  const lines = createInterface({ input: child.stdout });
  const working = new Promise<void>((resolve) => {
    lines.on('line', (line) => {
      said.push(line);
      if (line === 'working') {
        resolve();
      }
    });
  });
  await Promise.race([working, ended]);
  if (isKilled) {
    // The moment must be random: there is no condition to wait for.
    await wait(randomInt(0, longestMs));
    child.kill('SIGKILL');
  }
  await ended;
  expect(errors.join('')).toBe('');
  return said;
}

interface Killed {
  sandbox: Sandbox;
  calls: Recorded[];
  ids: string[];
  run: StoredRun;
  outcomes: RunCounts['outcomes'];
  items: RunItem[];
  receipts: ReceiptContent[];
}

/** A run whose console is killed at random moments and started again, and what is found at its end. All receipts were verified. */
async function killedRun(count: number, killCount: number, ...options: string[]): Promise<Killed> {
  const directory = mkdtempSync(join(tmpdir(), 'assay-crash-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const sandbox = await startSandbox();
  const { url, calls } = await startRecorder(sandbox.baseUrl);
  const service = client(sandbox);
  const ids: string[] = [];
  while (ids.length < count) {
    ids.push(...(await Promise.all(Array.from({ length: 25 }, () => service.create()))));
  }
  const idFile = join(directory, 'ids');
  writeFileSync(idFile, ids.join('\n'));
  const { login, password } = sandbox.apiKey;
  const args = [program, directory, url, login, password, idFile, ...options];
  let killed = 0;
  let said: string[] = [];
  while (!said.includes('done')) {
    const isKilled = killed < killCount;
    const child = spawn(process.execPath, args);
    onTestFinished(() => void child.kill('SIGKILL'));
    said = await life(child, isKilled);
    killed += isKilled ? 1 : 0;
    expect(said.filter((line) => line.startsWith('error'))).toEqual([]);
  }
  expect(sentTwice(calls)).toEqual([]);
  const found = await recorded(directory);
  const deletes = calls.filter(({ method }) => method === 'DELETE').length;
  process.stdout.write(
    `killed ${killed} times, ${deletes} DELETE for ${count} conversations, ${found.receipts.length} receipts, ${JSON.stringify(found.outcomes)}\n`,
  );
  return { sandbox, calls, ids, ...found };
}

/** What the console has recorded of its only run. */
async function recorded(directory: string): Promise<Pick<Killed, 'run' | 'outcomes' | 'items' | 'receipts'>> {
  const key = sessionKey({ dataDir: directory });
  const store = new RunStore({
    path: join(directory, 'deletion-runs.sqlite'),
    signer: () => key.signer(),
    journal: async () => undefined,
    now: Date.now,
    log: () => undefined,
  });
  onTestFinished(() => store.close());
  const [run] = await store.request('runs', {});
  if (run === undefined) {
    throw new Error('The run is lost.');
  }
  const { outcomes } = await store.request('counts', { runId: run.runId });
  const { [run.runId]: texts = { actor: '' } } = await store.request('texts', { runIds: [run.runId] });
  const signer = await key.signer();
  const file = await text(
    Readable.from(jsonReport({ run: { ...run, texts }, outcomes, store, signer, now: Date.now() })),
  );
  const keyIds = new Set(key.publicKeys().map(({ id }) => id));
  const parsed = JSON.parse(file) as { items: RunItem[]; receipts: { receipt: ReceiptContent }[] };
  const receipts = parsed.receipts.map(({ receipt }) => receipt);
  expect(verifyReceiptFile(file, keyIds)).toMatchObject({ receipts: receipts.length, problems: [] });
  return { run, outcomes, items: parsed.items, receipts };
}

const limitMs = fullTests ? 900_000 : 180_000;

test(
  `${conversations} expiries, the console killed up to ${kills} times: each settled, none sent twice without a read between`,
  async () => {
    const { sandbox, ids, outcomes, receipts } = await killedRun(conversations, kills);
    const service = client(sandbox);
    const statuses = new Set<string>();
    for (const id of ids) {
      statuses.add(await service.status(id));
    }
    expect(statuses).toEqual(new Set(['EXPIRED']));
    expect(outcomes).toEqual({ confirmed: conversations });
    expect(receipts).toHaveLength(conversations);
  },
  limitMs,
);

const stepConversations = fullTests ? 1000 : 25;
const stepKills = fullTests ? 50 : 1;

test(
  `${stepConversations} plans of two steps, the console killed up to ${stepKills} times: each step once, each with its receipt`,
  async () => {
    const { sandbox, ids, outcomes, receipts } = await killedRun(stepConversations, stepKills, 'two-steps');
    const service = client(sandbox);
    for (const id of ids) {
      expect(await service.status(id)).toBe('GONE');
    }
    expect(outcomes).toEqual({ confirmed: stepConversations });
    const steps = receipts.map(({ conversationId, mode, outcome }) => `${conversationId} ${mode} ${outcome}`);
    const expected = ids.flatMap((id) => [`${id} EXPIRE confirmed`, `${id} DELETE_DATA confirmed`]);
    expect(steps.sort()).toEqual(expected.sort());
  },
  limitMs,
);

test(
  `${stepConversations} plans of two steps, cancelled in the middle and killed up to ${stepKills} times: what was carried out has its receipt`,
  async () => {
    const { sandbox, calls, items, receipts } = await killedRun(
      stepConversations,
      stepKills,
      'two-steps',
      'cancel',
    );
    const service = client(sandbox);
    const called = new Set(
      calls.filter(({ method }) => method === 'DELETE').map(({ conversationId }) => conversationId),
    );
    expect(items).toHaveLength(stepConversations);
    for (const { conversationId, outcome } of items) {
      const status = await service.status(conversationId);
      const modes = receipts.filter((one) => one.conversationId === conversationId).map(({ mode }) => mode);
      const seen = { conversationId, outcome, status, modes };
      if (status === 'EXPIRED' || status === 'GONE') {
        expect(seen).toMatchObject({ modes: expect.arrayContaining(['EXPIRE']) });
      }
      if (status === 'GONE') {
        expect(seen).toMatchObject({ modes: expect.arrayContaining(['DELETE_DATA']) });
      }
      if (called.has(conversationId)) {
        expect(seen).not.toMatchObject({ outcome: 'withdrawn' });
      }
      expect(['confirmed', 'incomplete', 'unknown', 'withdrawn']).toContain(outcome);
    }
    expect(items.filter(({ outcome }) => outcome !== 'confirmed')).not.toEqual([]);
  },
  limitMs,
);

test('a full disk: the run stops before a call that it could not record, and goes on later', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'assay-full-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const sandbox = await startSandbox();
  const { url, calls } = await startRecorder(sandbox.baseUrl);
  const service = client(sandbox);
  const ids = await Promise.all(Array.from({ length: 120 }, () => service.create()));
  const idFile = join(directory, 'ids');
  writeFileSync(idFile, ids.join('\n'));
  const { login, password } = sandbox.apiKey;
  const args = [program, directory, url, login, password, idFile];
  // No file of this process may grow beyond this many blocks of 512 bytes: the first to reach it is the log of the database.
  const limited = ['-c', 'ulimit -f 700; exec "$0" "$@"', process.execPath, ...args, 'stay'];
  const child = spawn('sh', limited);
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'close');
  const said: string[] = [];
  const paused = new Promise<void>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      said.push(line);
      if (line.startsWith('paused')) {
        resolve();
      }
    });
  });
  await Promise.race([paused, ended]);
  expect(said).toContain('paused deletion-not-recorded');
  const before = calls.filter(({ method }) => method === 'DELETE').length;
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan(120);
  // Paused, it sends nothing more.
  child.kill('SIGKILL');
  await ended;

  expect(await life(spawn(process.execPath, args), false)).toContain('done');
  const statuses = await Promise.all(ids.map((id) => service.status(id)));
  expect(new Set(statuses)).toEqual(new Set(['EXPIRED']));
  expect(sentTwice(calls)).toEqual([]);
});
