import { Failure } from '../../common/failure.ts';
import { limitFailure } from '../../common/workers/worker-limit.ts';
import { WorkerPool } from '../../common/workers/worker-pool.ts';
import type { ExamTask, ExamTaskEvent, ExamTaskResult } from './exam-worker.ts';

/** Longer than any exam: its own limit ends it before. Milliseconds. */
const timeoutMs = 600_000;
/** The time in which an exam that was ended writes its report, in milliseconds. */
const stopWithinMs = 5000;

/** Runs exams in a thread of their own: large bodies and their digests would stop main's. */
export class ExamWork {
  readonly #pool = new WorkerPool<ExamTask, ExamTaskResult, ExamTaskEvent>({
    url: new URL('./exam-worker.ts', import.meta.url),
    name: 'exam',
    concurrency: 1,
    // The worker of the previous exam may still be ending.
    queueLength: 1,
    timeoutMs,
    heapMb: 512,
  });

  /** Returns the report, also of an exam that was ended. @throws Failure limit-exceeded, unreachable, cancelled */
  async run(task: ExamTask, signal: AbortSignal, onEvent: (event: ExamTaskEvent) => void) {
    let result: ExamTaskResult;
    try {
      result = await this.#pool.run(() => ({ input: task }), { signal, onEvent, stopWithinMs });
    } catch (error) {
      throw limitFailure(error, {
        limit: { message: 'The exam needed more memory or time than the console allows.' },
      });
    }
    if (result.kind === 'unreachable') {
      throw new Failure({
        code: 'unreachable',
        message: `Nothing was examined. ${result.reason}`,
        hint: 'Start the receiver, and check the address and the port.',
      });
    }
    return result.report;
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
