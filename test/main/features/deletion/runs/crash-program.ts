import { randomInt, randomUUID } from 'node:crypto';
import { readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { ConversationOwners } from '../../../../../main/features/deletion/conversation-owners.ts';
import { LoginDigests } from '../../../../../main/features/deletion/login-digests.ts';
import { Runs } from '../../../../../main/features/deletion/runs/runs.ts';
import { RunStore } from '../../../../../main/features/deletion/runs/store/run-store.ts';
import { SentRequests } from '../../../../../main/features/deletion/sent-requests.ts';
import { createServices } from '../../../../../main/service/services.ts';
import { systemDeps } from '../../../../../main/service/system-deps.ts';
import { environmentSettings } from '../../../../../preload/contract/environments.ts';
import { noEarly } from '../no-early.ts';
import { sessionKey } from './session-key.ts';

/**
 * A console that runs deletions until it is killed: begins a run at the first start, resumes it at each later one, and prints `working`
 * when calls may be sent, `done` when nothing is left. Arguments: directory, base URL, login, password, file with ids, and options:
 * `stay` prints why a run was paused instead of resuming it, `two-steps` expires and then deletes, and `cancel` cancels the run once
 * a random number of items, one at least and a fifth of them at most, is done; it sends one call at a time, so that the rest is still there.
 */
const [directory = '', baseUrl = '', login = '', password = '', idFile = '', ...options] =
  process.argv.slice(2);
const staysPaused = options.includes('stay');
const hasTwoSteps = options.includes('two-steps');
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
  apiKey: async () => ({ login, password }),
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
  early: noEarly,
  store,
  services,
  settings: () => settings,
  checkSelected: () => undefined,
  logins: new LoginDigests(),
  sentRequests: new SentRequests(),
  owners: new ConversationOwners(),
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
    const [run] = runs.list();
    if (run?.state === 'paused' && staysPaused) {
      say(`paused ${run.failure?.code}`);
    } else if (run?.state === 'paused') {
      void runs.control(run.runId, 'resume');
    }
  },
  log: (error) => say(`error ${String(error)}`),
});
await runs.open();
const [known] = runs.list();
if (known === undefined) {
  const ids = readFileSync(idFile, 'utf8').split('\n');
  const { draftId } = runs.prepare(
    environmentId,
    ids.map((conversationId) => ({ conversationId })),
  );
  const draft = runs.draft(environmentId, draftId);
  draft.choose(hasTwoSteps ? 'delete' : 'expire');
  await until(() => draft.view().state === 'ready');
  await runs.start({
    environmentId,
    draftId,
    count: String(draft.view().included),
    reason: 'test-data',
    pace: { concurrency: isCancelled ? 1 : 16, stopAfter: 50 },
  });
} else {
  await runs.control(known.runId, 'resume');
}
say('working');
if (isCancelled) {
  const after = randomInt(1, readFileSync(idFile, 'utf8').split('\n').length / 5 + 1);
  await until(() => isDone() || (runs.list()[0]?.outcomes.confirmed ?? 0) >= after);
  const [run] = runs.list();
  if (run !== undefined && !isDone()) {
    await runs.control(run.runId, 'cancel');
  }
}
await until(isDone);
await runs.close();
await store.close();
await services.close();
say('done');

function isDone(): boolean {
  return runs.list()[0]?.state === 'done';
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
