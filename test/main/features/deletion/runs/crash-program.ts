import { randomInt, randomUUID } from 'node:crypto';
import { readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { LoginDigests } from '../../../../../main/features/deletion/login-digests.ts';
import { Runs } from '../../../../../main/features/deletion/runs/runs.ts';
import { RunStore } from '../../../../../main/features/deletion/runs/store/run-store.ts';
import { SentRequests } from '../../../../../main/features/deletion/sent-requests.ts';
import { createServices } from '../../../../../main/service/services.ts';
import { systemDeps } from '../../../../../main/service/system-deps.ts';
import { environmentSettings } from '../../../../../preload/contract/environments.ts';
import { noApprovals } from '../no-approvals.ts';
import { noEarly } from '../no-early.ts';
import { sessionKey } from './session-key.ts';

/**
 * A console that runs deletions until it is killed: resumes the runs that it finds, starts those of the list that were not begun, and prints
 * `done` when nothing is left. Arguments: directory, base URL, file with the ids of each run (JSON), and options: `stay` prints why a run was
 * paused instead of resuming it, and `cancel` cancels the first run once a random number of items, one at least and a fifth of them at most, is
 * done; it sends one call at a time, so that the rest is still there.
 */
const [directory = '', baseUrl = '', file = '', ...options] = process.argv.slice(2);
const staysPaused = options.includes('stay');
const isCancelled = options.includes('cancel');
// A limit of the size of files stands for a full disk; unlike that, it sends a signal that ends the process.
process.on('SIGXFSZ', () => undefined);
const environmentId = 'crash';

function say(text: string): void {
  writeSync(1, `${text}\n`);
}

const settings = environmentSettings.parse({ name: 'Crash', kind: 'test', baseUrl, proxy: { mode: 'none' } });
const system = systemDeps(async () => undefined);
const services = createServices({
  settings: () => settings,
  apiKey: async () => ({ login: 'login', password: 'password' }),
  system,
});
const key = sessionKey({ dataDir: directory, log: (error) => say(`error ${String(error)}`) });
const store = new RunStore({
  path: join(directory, 'deletion-runs.sqlite'),
  signer: () => key.signer(),
  journal: async () => undefined,
  now: Date.now,
  log: (error) => say(`error ${String(error)}`),
});
const runs = new Runs({
  absent: () => undefined,
  early: noEarly,
  approvals: noApprovals,
  keyId: async () => (await key.signer()).keyId,
  store,
  services,
  settings: () => settings,
  isSelected: () => true,
  logins: new LoginDigests(),
  sentRequests: new SentRequests(),
  owners: new Map(),
  actor: 'crash',
  newId: randomUUID,
  now: Date.now,
  elapsed: system.elapsed,
  later(ms, action) {
    const timer = setTimeout(action, ms);
    return () => clearTimeout(timer);
  },
  sleep: system.sleep,
  holdMs: 0,
  publish() {
    for (const { runId, state, failure } of runs.list()) {
      if (state === 'paused' && staysPaused) {
        say(`paused ${failure?.code}`);
      } else if (state === 'paused') {
        void runs.control(runId, 'resume');
      }
    }
  },
  log: (error) => say(`error ${String(error)}`),
});
await runs.open();
const listed = JSON.parse(readFileSync(file, 'utf8')) as string[][];
const known = runs.list();
for (const { runId } of known) {
  await runs.control(runId, 'resume');
}
// They were started in the order of the list.
for (const ids of listed.slice(known.length)) {
  await begin(ids);
}
const first = runs.list().at(-1);
if (isCancelled && first !== undefined) {
  const after = randomInt(1, first.total / 5 + 1);
  await until(() => isDone() || (runs.list().at(-1)?.outcomes.confirmed ?? 0) >= after);
  if (!isDone()) {
    await runs.control(first.runId, 'cancel');
  }
}
await until(isDone);
await runs.close();
await store.close();
await services.close();
say('done');

async function begin(ids: readonly string[]): Promise<void> {
  const { draftId } = runs.prepare(
    environmentId,
    ids.map((conversationId) => ({ conversationId })),
  );
  const draft = runs.draft(environmentId, draftId);
  draft.choose('delete');
  await until(() => draft.view().state === 'ready');
  await runs.start({
    environmentId,
    draftId,
    count: String(draft.view().included),
    reason: 'test-data',
    pace: { concurrency: isCancelled ? 1 : 16, stopAfter: 50 },
  });
}

function isDone(): boolean {
  return runs.list().every(({ state }) => state === 'done');
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
