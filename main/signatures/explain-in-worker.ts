import { Worker } from 'node:worker_threads';
import type { NamedKey } from './engine/changes/keys.ts';
import type { ExplainEvent, ExplainInput, Explanation } from './engine/explain.ts';
import type { Finding } from './engine/finding.ts';
import type { WorkerRequest } from './worker.ts';

export interface ExplainOptions {
  /** Aborting ends the search; the result then says what was found and ruled out until then. */
  signal?: AbortSignal;
  onFinding?(finding: Finding): void;
  onProgress?(progress: { stage: 'single' | 'pairs'; tried: number; total: number }): void;
}

/** How long a search that was told to stop may take over its last step. Milliseconds. */
const STOP_MS = 2000;

/**
 * The search of `engine/explain.ts` off the caller's thread. `workerUrl` is where `worker.ts` stands: under plain Node
 * `new URL('./worker.ts', import.meta.url)`, in a bundle the built file. Rejects only when the worker itself fails.
 */
export async function explainInWorker(
  workerUrl: URL,
  input: ExplainInput,
  { signal, onFinding, onProgress }: ExplainOptions = {},
): Promise<Explanation> {
  const { promise, resolve, reject } = Promise.withResolvers<Explanation>();
  // Nothing of this process's environment is the search's business.
  const worker = new Worker(workerUrl, { env: {}, name: 'signatures' });
  const send = (request: WorkerRequest, transfer: ArrayBuffer[] = []) =>
    worker.postMessage(request, transfer);
  let deadline: NodeJS.Timeout | undefined;
  const stop = () => {
    send({ type: 'stop' });
    deadline = setTimeout(() => {
      resolve(stopped);
      void worker.terminate();
    }, STOP_MS);
  };
  worker.on('message', (event: ExplainEvent) => {
    if (event.type === 'finding') onFinding?.(event.finding);
    else if (event.type === 'progress') onProgress?.(event);
    else resolve(event.explanation);
  });
  worker.once('error', reject);
  const ended = new Promise((resolve) => worker.once('exit', resolve));
  worker.once('exit', (code) => reject(new Error(`The search ended before it was done (exit ${code}).`)));
  const { owned, buffer } = ownBytes(input);
  send({ type: 'explain', input: owned }, [buffer]);
  if (signal?.aborted) stop();
  else signal?.addEventListener('abort', stop, { once: true });
  try {
    return await promise;
  } finally {
    clearTimeout(deadline);
    signal?.removeEventListener('abort', stop);
    // It closes its port after its last message and so ends by itself; only one that does not is ended by force, which
    // in the middle of native code (hashing, compressing) is not without risk.
    const force = setTimeout(() => void worker.terminate(), STOP_MS);
    await ended;
    clearTimeout(force);
  }
}

const stopped: Explanation = {
  findings: [],
  matches: false,
  tried: 0,
  complete: false,
  stoppedBy: 'cancelled',
  ruledOut: [],
  leaves: [],
  collect: [],
};

/** Copies of exactly these bytes: sending a slice would send the whole memory that it is cut from. */
function ownBytes(input: ExplainInput): { owned: ExplainInput; buffer: ArrayBuffer } {
  const body = Uint8Array.from(input.body);
  const own = (key: NamedKey): NamedKey =>
    typeof key.value === 'string' ? key : { ...key, value: Uint8Array.from(key.value) };
  const candidates = input.candidates?.map(own);
  return {
    owned: { ...input, body, key: own(input.key), ...(candidates ? { candidates } : {}) },
    buffer: body.buffer,
  };
}
