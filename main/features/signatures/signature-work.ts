import { omitUndefined } from '../../../preload/contract/objects.ts';
import { Failure } from '../../common/failure.ts';
import { limitFailure, WorkerLimit } from '../../common/workers/worker-limit.ts';
import { WorkerPool } from '../../common/workers/worker-pool.ts';
import type { NamedKey } from './engine/changes/keys.ts';
import type { ExplainInput, Explanation, SearchEvent } from './engine/explain.ts';
import type { Finding } from './engine/finding.ts';
import { type MessageVerdict, unreadMessage } from './engine/message.ts';
import { type SignatureRequest, type Tasks, tasks } from './tasks.ts';

export interface SearchOptions {
  /** Aborting ends the search with the findings so far. */
  signal?: AbortSignal;
  onFinding?(finding: Finding): void;
  onProgress?(progress: Extract<SearchEvent, { type: 'progress' }>): void;
}

/** Smaller inputs are read on main's own thread, which takes a few milliseconds. Bytes. */
const smallBytes = 64 * 1024;
/** The time in which an aborted search reports what it has ruled out, in milliseconds. */
const stopWithinMs = 1000;

/** Reads bodies and imports and searches for causes without blocking main's thread. */
export class SignatureWork {
  readonly #reading: WorkerPool<SignatureRequest, unknown>;
  readonly #searching: WorkerPool<SignatureRequest, unknown, SearchEvent>;

  /** @param url the location of `worker.ts`; in a bundle the built file */
  constructor(url = new URL('./worker.ts', import.meta.url)) {
    // Received callbacks take two of four, so that the user's checks never wait for them.
    this.#reading = new WorkerPool({
      url,
      name: 'signatures',
      concurrency: 4,
      queueLength: 16,
      timeoutMs: 10_000,
      heapMb: 512,
    });
    // The limit by the clock ends a search where a busy machine gives too little processor time.
    this.#searching = new WorkerPool({
      url,
      name: 'explain',
      concurrency: 2,
      queueLength: 6,
      timeoutMs: 130_000,
      heapMb: 256,
    });
  }

  /** Runs a function of the table above, in a worker if its input is large. @throws Failure busy, limit-exceeded, cancelled */
  async run<Name extends keyof Tasks>(
    task: Name,
    input: Parameters<Tasks[Name]>,
    signal?: AbortSignal,
  ): Promise<ReturnType<Tasks[Name]>> {
    const perform = tasks[task] as (...input: unknown[]) => ReturnType<Tasks[Name]>;
    if (input.reduce((sum: number, part) => sum + sizeOf(part), 0) <= smallBytes) {
      return perform(...input);
    }
    try {
      const output = await this.#reading.run(() => ({ input: { task, input } as SignatureRequest }), {
        signal,
      });
      // The result belongs to this task; TypeScript cannot follow the pairing.
      return output as ReturnType<Tasks[Name]>;
    } catch (error) {
      throw limitFailure(error, {
        busy: {
          message: 'Too many large bodies are being read at the same time, so this one was not read.',
          hint: 'Wait until the others are done, then try again.',
        },
        limit: (kind) => ({
          message: `Reading it took ${kind === 'time' ? 'longer than 10 seconds' : 'more memory than the console allows'}, so it was stopped. Nothing was changed.`,
          hint: 'Verify the body as a file with “assay verify”, which has no such limit.',
        }),
      });
    }
  }

  /** Reads a body as a message; the verdict says when a limit was exceeded. @throws Failure busy, cancelled */
  async message(body: Uint8Array, signal?: AbortSignal): Promise<MessageVerdict> {
    try {
      return await this.run('message', [body], signal);
    } catch (error) {
      if (error instanceof Failure && error.code === 'limit-exceeded') {
        return unreadMessage(body.length);
      }
      throw error;
    }
  }

  /**
   * Returns the search of `engine/explain.ts`, always in a worker. When it is aborted or exceeds a limit of time or memory, the result holds
   * the findings so far.
   * @throws Failure busy
   */
  async explain(input: ExplainInput, options: SearchOptions = {}): Promise<Explanation> {
    const { signal, onFinding, onProgress } = options;
    const findings: Finding[] = [];
    let count = 0;
    const partial = (stoppedBy: NonNullable<Explanation['stoppedBy']>): Explanation => ({
      findings,
      tried: count,
      stoppedBy,
      matches: false,
      complete: false,
      ruledOut: [],
      attempted: [],
      leaves: [],
      collect: [],
    });
    const onEvent = (event: SearchEvent) => {
      if (event.type === 'finding') {
        findings.push(event.finding);
        onFinding?.(event.finding);
      } else {
        count = event.tried;
        onProgress?.(event);
      }
    };
    try {
      const prepare = () => ({ input: { task: 'explain', input: ownInput(input) } as const });
      return (await this.#searching.run(prepare, { signal, onEvent, stopWithinMs })) as Explanation;
    } catch (error) {
      if (error instanceof Failure && error.code === 'cancelled') {
        return partial('cancelled');
      }
      if (!(error instanceof WorkerLimit)) {
        throw error;
      }
      if (error.kind !== 'busy') {
        return partial(error.kind === 'time' ? 'budget' : 'too-large');
      }
      throw new Failure({
        code: 'busy',
        message: 'Too many searches for a cause are running or waiting, so this one was not started.',
        hint: 'Wait for one of them, or stop it.',
        retryable: true,
      });
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#reading.close(), this.#searching.close()]);
  }
}

/** Returns copies of exactly these bytes, since a part of a larger buffer would be sent with the whole of it. */
function ownInput(input: ExplainInput): ExplainInput {
  const own = (key: NamedKey): NamedKey =>
    typeof key.value === 'string' ? key : { ...key, value: Uint8Array.from(key.value) };
  const candidates = input.candidates?.map(own);
  return {
    ...input,
    body: Uint8Array.from(input.body),
    key: own(input.key),
    ...omitUndefined({ candidates }),
  };
}

function sizeOf(part: unknown): number {
  return typeof part === 'string' || part instanceof Uint8Array ? part.length : 0;
}
