import { omitUndefined } from '../../preload/contract/objects.ts';
import { Failure } from '../failure.ts';
import { WorkerLimit } from '../workers/worker-limit.ts';
import { WorkerPool } from '../workers/worker-pool.ts';
import type { NamedKey } from './engine/changes/keys.ts';
import type { ExplainInput, Explanation } from './engine/explain.ts';
import type { Finding } from './engine/finding.ts';
import type { SignatureEvent, SignatureResult, SignatureTask } from './tasks.ts';

export interface ExplainOptions {
  /** Aborting ends the search; the result then says what was found until then. */
  signal?: AbortSignal;
  onFinding?(finding: Finding): void;
  onProgress?(progress: { stage: 'single' | 'pairs'; tried: number; total: number }): void;
}

/** How long a search that was told to stop may take to say what it has ruled out. Milliseconds. */
const stopMs = 80;
/** Beyond the search's own budget of two minutes, in which its last step may still be running. Milliseconds. */
const maxSearch = 130_000;

/** Searches for the cause of a mismatch off main's thread: two at a time, with a few waiting. */
export class ExplainWork {
  readonly #pool: WorkerPool<SignatureTask, SignatureResult, SignatureEvent>;

  /** @param url where `worker.ts` stands; in a bundle the built file */
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
   * The search of `engine/explain.ts`. Where it is stopped, or meets a limit of time or memory, the result holds what was found
   * until then.
   *
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
        message: 'Too many searches for a cause are running or waiting, so this one was not begun.',
        hint: 'Wait for one of them, or stop it.',
        retryable: true,
      });
    }
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

/** Copies of exactly these bytes: the body stays with whoever asked, and a slice would be sent with all it is cut from. */
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
