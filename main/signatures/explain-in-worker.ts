import { Worker } from 'node:worker_threads';
import type { ExplainEvent, ExplainInput, Explanation } from './engine/explain.ts';
import type { Finding } from './engine/finding.ts';

export interface ExplainOptions {
  /** Aborting ends the worker at once; the result then holds what was found until then. */
  signal?: AbortSignal;
  onFinding?(finding: Finding): void;
  onProgress?(progress: { stage: 'single' | 'pairs'; tried: number; total: number }): void;
}

/**
 * The search of `engine/explain.ts` off the caller's thread. `workerUrl` is where `worker.ts` stands: under plain Node
 * `new URL('./worker.ts', import.meta.url)`, in a bundle the built file. Rejects only when the worker itself fails.
 */
export function explainInWorker(
  workerUrl: URL,
  input: ExplainInput,
  { signal, onFinding, onProgress }: ExplainOptions = {},
): Promise<Explanation> {
  const { promise, resolve, reject } = Promise.withResolvers<Explanation>();
  const findings: Finding[] = [];
  let tried = 0;
  if (signal?.aborted) return Promise.resolve(cancelled(findings, tried));
  // Nothing of this process's environment is the search's business.
  const worker = new Worker(workerUrl, { env: {}, name: 'signatures' });
  const stop = () => {
    resolve(cancelled(findings, tried));
    void worker.terminate();
  };
  signal?.addEventListener('abort', stop, { once: true });
  worker.on('message', (event: ExplainEvent) => {
    if (signal?.aborted) return;
    if (event.type === 'finding') {
      findings.push(event.finding);
      onFinding?.(event.finding);
    } else if (event.type === 'progress') {
      tried = event.tried;
      onProgress?.({ stage: event.stage, tried, total: event.total });
    } else resolve(event.explanation);
  });
  worker.once('error', reject);
  worker.once('exit', (code) => reject(new Error(`The search ended before it was done (exit ${code}).`)));
  worker.postMessage(input);
  return promise.finally(() => signal?.removeEventListener('abort', stop));
}

function cancelled(findings: Finding[], tried: number): Explanation {
  return {
    findings,
    matches: false,
    tried,
    complete: false,
    stoppedBy: 'cancelled',
    ruledOut: [],
    leaves: [],
    collect: [],
  };
}
