import { onTestFinished, vi } from 'vitest';
import type { ReadingPace, ReadingRun } from '../../../../../preload/contract/reading.ts';
import { json, type Listening, type Seen, serve } from '../../../service/support/server.ts';
import { type CaseConsole, newDataDir, OpenKeychain, startConsole } from '../cases-harness.ts';

export const idOf = (seen: Pick<Seen, 'url'>) => decodeURIComponent(seen.url.split('/').at(-1) ?? '');
export const ids = (count: number, prefix = 'case') =>
  Array.from({ length: count }, (_, n) => `${prefix}-${n}`);

export interface SlowService extends Listening {
  /** The most concurrent requests. */
  max(): number;
  /** Requests per conversation. */
  asked(): Map<string, number>;
}

type Response = [status: number, body: unknown, headers?: object];
type Answer = (id: string, times: number) => Response | Promise<Response>;

/** A service that returns every conversation after `ms`. */
export async function startService(
  answer: Answer = (id) => [200, { id, status: 'FINISHED' }],
  ms = 0,
): Promise<SlowService> {
  let running = 0;
  let max = 0;
  const asked = new Map<string, number>();
  const server = await serve((seen, response) => {
    running++;
    max = Math.max(max, running);
    const id = idOf(seen);
    asked.set(id, (asked.get(id) ?? 0) + 1);
    void Promise.resolve(answer(id, asked.get(id) ?? 1)).then(([status, body, headers]) => {
      setTimeout(() => {
        running--;
        json(response, status, body, headers);
      }, ms);
    });
  });
  onTestFinished(() => server.close());
  return { ...server, max: () => max, asked: () => asked };
}

/** A service that answers so many requests, and those after them once `goOn` is called. */
export async function startHoldingService(count: number): Promise<SlowService & { goOn(): void }> {
  const permission = Promise.withResolvers<void>();
  const service = await startService(async (id) => {
    if (service.seen.length > count) {
      await permission.promise;
    }
    return [200, { id, status: 'FINISHED' }];
  });
  return { ...service, goOn: permission.resolve };
}

export interface ReadingConsole extends CaseConsole {
  environmentId: string;
  /** Reads a list of ids. */
  read(list: readonly string[] | string, pace?: ReadingPace): Promise<unknown>;
  run(): Promise<ReadingRun | undefined>;
  /** Waits for a run in this state. */
  until(state: ReadingRun['state']): Promise<ReadingRun>;
  known(): Promise<number>;
  verdictOf(conversationId: string): Promise<string | undefined>;
}

/** A console of its own with a selected environment at this address. */
export async function consoleAt(
  baseUrl: string,
  given: { dataDir?: string; keychain?: OpenKeychain; environmentId?: string } = {},
): Promise<ReadingConsole> {
  let { dataDir } = given;
  if (dataDir === undefined) {
    const made = newDataDir();
    onTestFinished(made.remove);
    dataDir = made.dataDir;
  }
  const console = await startConsole(dataDir, given.keychain ?? new OpenKeychain());
  onTestFinished(() => console.close());
  return readingConsole(console, given.environmentId ?? (await addEnvironment(console, baseUrl)));
}

/** A console that other tests use, too, with a selected environment of the test at this address. */
export async function environmentIn(console: CaseConsole, baseUrl: string): Promise<ReadingConsole> {
  const environmentId = await addEnvironment(console, baseUrl);
  onTestFinished(async () => void (await console.bridge.invoke('environments.delete', { environmentId })));
  return readingConsole(console, environmentId);
}

async function readingConsole(console: CaseConsole, environmentId: string): Promise<ReadingConsole> {
  const { bridge } = console;
  await bridge.invoke('environments.select', { environmentId });
  const run = async () =>
    (await bridge.invoke('reading.runs', {})).runs.find((one) => one.environmentId === environmentId);
  return {
    ...console,
    environmentId,
    async read(list, pace = { concurrency: 4 }) {
      const source = typeof list === 'string' ? list : list.join('\n');
      const { listId } = await bridge.invoke('reading.readList', { environmentId, source });
      return bridge.invoke('reading.start', { environmentId, from: { listId }, pace });
    },
    run,
    until: (state) =>
      vi.waitFor(
        async () => {
          const now = await run();
          if (now?.state !== state) {
            throw new Error(`The run is ${JSON.stringify(now)}`);
          }
          return now;
        },
        { interval: 20 },
      ),
    async known() {
      return (await bridge.invoke('cases.status', { environmentId })).total;
    },
    async verdictOf(conversationId) {
      return (await bridge.invoke('cases.get', { environmentId, conversationId })).case?.row.verdict;
    },
  };
}

export async function addEnvironment(
  { bridge }: Pick<CaseConsole, 'bridge'>,
  baseUrl: string,
): Promise<string> {
  const { id } = await bridge.invoke('environments.save', {
    settings: { name: `Test ${new URL(baseUrl).port}`, kind: 'test', baseUrl, proxy: { mode: 'none' } },
  });
  await bridge.invoke('credentials.save', {
    kind: 'api-key',
    environmentId: id,
    login: 'login',
    password: 'secret-4711',
  });
  return id;
}
