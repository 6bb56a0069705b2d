import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import type { MainThreadReport, MainThreadTask } from './main-thread-program.ts';

/**
 * In milliseconds of processor time. The promise is 50; parsing one of these responses on main's thread takes seconds, and the test only
 * tells the one from the other, so that a busy machine does not fail it.
 */
export const maxTurnMs = 1500;
/** In milliseconds. The promise is 100; what is not stopped goes on for much longer than this. */
export const maxStopMs = 10_000;
/** In milliseconds, more than any of these takes on a busy machine: a fault must fail its test and not stop the suite. */
const maxMs = 60_000;

/** Runs tasks in a process with little memory for main's thread; one that does not end is killed. */
export class MainThread {
  #program: ChildProcess | undefined;

  async run(task: MainThreadTask): Promise<MainThreadReport> {
    this.#program ??= fork(new URL('./main-thread-program.ts', import.meta.url), [], {
      execArgv: ['--max-old-space-size=384', '--expose-gc'],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const program = this.#program;
    program.send(task);
    try {
      const [report] = await once(program, 'message', { signal: AbortSignal.timeout(maxMs) });
      return report as MainThreadReport;
    } catch (error) {
      this.end();
      throw error;
    }
  }

  end(): void {
    this.#program?.kill('SIGKILL');
    this.#program = undefined;
  }
}

/** A new process for tests that measure memory. */
export function runAlone(task: MainThreadTask): Promise<MainThreadReport> {
  const alone = new MainThread();
  onTestFinished(() => alone.end());
  return alone.run(task);
}

export const options = { timeout: maxMs + 5000 };
