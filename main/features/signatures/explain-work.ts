import { omitUndefined } from '../../../preload/contract/objects.ts';
import { Failure } from '../../common/failure.ts';
import { WorkerLimit } from '../../common/workers/worker-limit.ts';
import { WorkerPool } from '../../common/workers/worker-pool.ts';
import type { NamedKey } from './engine/changes/keys.ts';
import type { ExplainInput, Explanation } from './engine/explain.ts';
import type { Finding } from './engine/finding.ts';
import type { SignatureEvent, SignatureResult, SignatureTask } from './tasks.ts';

export interface ExplainOptions {
  /** Aborting ends the search with the findings so far. */
  signal?: AbortSignal;
  onFinding?(finding: Finding): void;
  onProgress?(progress: { stage: 'single' | 'pairs'; tried: number; total: number }): void;
}

/** The time in which an aborted search reports what it has ruled out, in milliseconds. */
const stopMs = 80;
/** The limit by the clock, in milliseconds; it ends the search where a busy machine gives too little processor time. */
const maxSearch = 130_000;

/** Searches for the cause of a mismatch in workers: two at a time, with a short queue. */
export class ExplainWork {
  readonly #pool: WorkerPool<SignatureTask, SignatureResult, SignatureEvent>;

  /** @param url the location of `worker.ts`; in a bundle the built file */
  constructor(url = new URL('./worker.ts', import.meta.url)) {
    this.#pool = new WorkerPool({
      url,
      name: 'explain',
      concurrency: 2,
      queueLength: 6,
      timeoutMs: maxSearch,
      heapMb: 256,
    });
  }

  /**
   * Returns the search of `engine/explain.ts`. When it is aborted or exceeds a limit of time or memory, the result holds the
   * findings so far.
   * @throws Failure busy
   */
  async explain(
    input: ExplainInput,
    { signal, onFinding, onProgress }: ExplainOptions = {},
  ): Promise<Explanation> {
    const findings: Finding[] = [];
    let tried = 0;
    const unfinished = (stoppedBy: NonNullable<Explanation['stoppedBy']>): Explanation => ({
      findings,
      matches: false,
      tried,
      complete: false,
      stoppedBy,
      ruledOut: [],
      attempted: [],
      leaves: [],
      collect: [],
    });
    const onEvent = (event: SignatureEvent) => {
      if (event.type === 'finding') {
        findings.push(event.finding);
        onFinding?.(event.finding);
      } else {
        tried = event.tried;
        onProgress?.(event);
      }
    };
    try {
      const prepare = () => {
        const { owned, buffer } = copied(input);
        return { input: { kind: 'explain' as const, input: owned }, transfer: [buffer] };
      };
      const result = await this.#pool.run(prepare, { signal, onEvent, stopWithinMs: stopMs });
      return result as Explanation;
    } catch (error) {
      if (error instanceof Failure && error.code === 'cancelled') {
        return unfinished('cancelled');
      }
      if (!(error instanceof WorkerLimit)) {
        throw error;
      }
      if (error.kind !== 'busy') {
        return unfinished(error.kind === 'time' ? 'budget' : 'too-large');
      }
      throw new Failure({
        code: 'busy',
        message: 'Too many searches for a cause are running or waiting, so this one was not started.',
        hint: 'Wait for one of them, or stop it.',
        retryable: true,
      });
    }
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

/** Copies of exactly these bytes: the body stays with the caller, and a slice would be transferred with its whole buffer. */
function copied(input: ExplainInput): { owned: ExplainInput; buffer: ArrayBuffer } {
  const body = Uint8Array.from(input.body);
  const own = (key: NamedKey): NamedKey =>
    typeof key.value === 'string' ? key : { ...key, value: Uint8Array.from(key.value) };
  const candidates = input.candidates?.map(own);
  return {
    owned: { ...input, body, key: own(input.key), ...omitUndefined({ candidates }) },
    buffer: body.buffer,
  };
}
