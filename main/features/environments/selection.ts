import { Failure } from '../../common/failure.ts';

/** The parts of the environments that this class needs. */
export interface SelectionDeps {
  /** Id of the selected environment. */
  selectedId(): string;
}

/**
 * Keeps every call to a service in the environment in which its view was opened: an id of a test environment must not be
 * read or deleted in production because the environment was switched meanwhile.
 */
export class Selection {
  readonly #selectedId: () => string;
  readonly #running = new Map<AbortController, string>();
  readonly #listeners = new Set<() => void>();
  #latest: string;

  constructor(deps: SelectionDeps) {
    this.#selectedId = deps.selectedId;
    this.#latest = deps.selectedId();
  }

  /**
   * Performs a call in the selected environment. Its signal is aborted with the caller's, and when another environment is selected.
   * @throws Failure environment-switched when another one was selected meanwhile; otherwise as `call`
   */
  async bound<T>(
    environmentId: string,
    signal: AbortSignal,
    call: (signal: AbortSignal) => T,
  ): Promise<Awaited<T>> {
    const abort = new AbortController();
    this.#running.set(abort, environmentId);
    try {
      const result = await call(AbortSignal.any([signal, abort.signal]));
      this.check(environmentId);
      return result;
    } catch (error) {
      if (abort.signal.aborted && !signal.aborted) {
        throw switchedFailure();
      }
      throw error;
    } finally {
      this.#running.delete(abort);
    }
  }

  /** Runs after another environment was selected and the calls of the previous one were aborted. */
  onSwitch(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** Called whenever the selection may have changed; aborts the calls of environments no longer selected. */
  update(): void {
    const now = this.#selectedId();
    if (now === this.#latest) {
      return;
    }
    this.#latest = now;
    for (const [abort, environmentId] of this.#running) {
      if (environmentId !== now) {
        abort.abort();
      }
    }
    for (const listener of this.#listeners) {
      listener();
    }
  }

  /** @throws Failure environment-switched for an environment that is not selected */
  check(environmentId: string): void {
    if (environmentId !== this.#selectedId()) {
      throw switchedFailure();
    }
  }
}

function switchedFailure(): Failure {
  return new Failure({
    code: 'environment-switched',
    message: 'Nothing was read or sent: this view was opened in another environment than the selected one.',
    hint: 'Switch back to that environment, or open the conversation again in this one.',
  });
}
