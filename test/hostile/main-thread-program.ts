import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { failureOf } from '../../renderer/bridge/bridge-client.ts';
import { type Composed, startComposed } from '../support/composed.ts';
import { listen } from '../support/listen.ts';
import { ThreadWatch } from '../support/thread-watch.ts';
import { responseInputs } from './response-inputs.ts';
import { bodies, sources } from './signatures-inputs.ts';

/** The measurements of one run of this program. */
export interface MainThreadReport {
  /** The outcome of each call: `read`, or its error code. */
  ended: string[];
  /** Milliseconds until all had ended. */
  ms: number;
  /** Milliseconds from Stop to the last end, if Stop was pressed. */
  stopMs?: number;
  /** The longest synchronous work of main's thread, in milliseconds of processor time. */
  maxMs: number;
  /** The window's calls that main answered meanwhile. */
  answered: number;
  /** The peak memory of the process, in MiB. */
  memoryMb: number;
}

export interface MainThreadTask {
  kind: 'response' | 'import' | 'verify' | 'explain';
  input: string;
  /** Concurrent calls. */
  times: number;
  /** Presses Stop after this many milliseconds. */
  stopAfterMs?: number;
}

const signed = {
  timestamp: '1767225600123',
  signature: 'ab'.repeat(32),
  key: { kind: 'pasted', key: 'sk' },
} as const;

/** Sends hostile input through all of main, as a window would, and measures main's thread. */
async function run(
  composed: Composed,
  { kind, input, times, stopAfterMs }: MainThreadTask,
): Promise<MainThreadReport> {
  const calls = await callsOf(composed, kind, input, times);
  await settled();
  const watch = new ThreadWatch();
  let answered = 0;
  const window = setInterval(
    () => void composed.bridge.invoke('application.info', {}).then(() => answered++),
    10,
  );
  const stop = new AbortController();
  const begun = performance.now();
  const all = Promise.all(
    calls.map(async (call, at) => {
      // A window's frames arrive in separate tasks.
      for (let turn = 0; turn < at; turn++) {
        await setImmediate();
      }
      return call(stop.signal).then(
        () => 'read',
        (error: unknown) => failureOf(error).code,
      );
    }),
  );
  let stopped: number | undefined;
  if (stopAfterMs !== undefined) {
    setTimeout(() => {
      stopped = performance.now();
      stop.abort();
    }, stopAfterMs);
  }
  const ended = await all;
  const ms = performance.now() - begun;
  const maxMs = watch.stop();
  clearInterval(window);
  return {
    ended,
    ms,
    ...(stopped === undefined ? {} : { stopMs: performance.now() - stopped }),
    maxMs,
    answered,
    memoryMb: peakMemory() / 1024,
  };
}

type HostileCall = (signal: AbortSignal) => Promise<unknown>;

/** The calls, each with its own bytes, as decoded from frames. */
async function callsOf(
  { bridge, add }: Composed,
  kind: MainThreadTask['kind'],
  input: string,
  times: number,
): Promise<HostileCall[]> {
  const each = (one: () => HostileCall) => Array.from({ length: times }, one);
  if (kind === 'response') {
    const environmentId = await add(
      `Hostile ${process.hrtime.bigint()}`,
      await serve(Buffer.from(made(responseInputs, input))),
    );
    await bridge.invoke('environments.select', { environmentId });
    return each(
      () => (signal) =>
        bridge.invoke('conversations.open', { environmentId, conversationId: 'c1' }, { signal }),
    );
  }
  if (kind === 'import') {
    const bytes = made(sources, input);
    return each(() => {
      const source = bytes.slice();
      return (signal) => bridge.invoke('signatures.import', { source }, { signal });
    });
  }
  const bytes = made(bodies, input);
  return each(() => {
    const body = bytes.slice();
    if (kind === 'verify') {
      return (signal) => bridge.invoke('signatures.verify', { ...signed, body }, { signal });
    }
    return (signal) => bridge.invoke('signatures.explain', { ...signed, body }, { signal });
  });
}

function made<T>(inputs: Record<string, () => T>, name: string): T {
  const make = inputs[name];
  if (make === undefined) {
    throw new Error(`there is no input "${name}"`);
  }
  return make();
}

async function serve(body: Buffer): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
    response.end(body);
  });
  const port = await listen(server);
  server.unref();
  return `http://127.0.0.1:${port}`;
}

/** Loading and creating the input are not measured. */
async function settled(): Promise<void> {
  globalThis.gc?.();
  await new Promise((resolve) => setTimeout(resolve, 50));
}

const composing = startComposed();
process.on('message', async (task: MainThreadTask) => {
  process.send?.(await run(await composing, task));
});

/** Returns the peak memory of this process, in KiB. The figure of `resourceUsage` begins with that of the process which started it. */
function peakMemory(): number {
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
}
