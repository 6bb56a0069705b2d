import type { ParsedInput } from '../../preload/contract/operations.ts';
import { type OperationName, operations } from '../../preload/contract/operations.ts';
import type { CallContext, Handlers } from '../bridge/handlers.ts';
import { Failure } from '../failure.ts';

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
  #known: string;

  constructor(deps: SelectionDeps) {
    this.#selectedId = deps.selectedId;
    this.#known = deps.selectedId();
  }

  /** @throws Failure environment-switched for an environment that is not selected */
  check(environmentId: string): void {
    if (environmentId !== this.#selectedId()) {
      throw switchedFailure();
    }
  }

  /** Runs after another environment was selected and the calls of the previous one were aborted. */
  onSwitch(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** Called whenever the selection may have changed; aborts the calls of environments no longer selected. */
  update(): void {
    const now = this.#selectedId();
    if (now === this.#known) {
      return;
    }
    this.#known = now;
    for (const [abort, environmentId] of this.#running) {
      if (environmentId !== now) {
        abort.abort();
      }
    }
    for (const listener of this.#listeners) {
      listener();
    }
  }

  /**
   * Runs a call of `environmentId`. Its signal is aborted with the caller's, and when another environment is selected.
   * @throws Failure environment-switched when that environment is not selected, before or after; otherwise as `work`
   */
  async run<T>(
    environmentId: string,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<T> | T,
  ): Promise<T> {
    this.check(environmentId);
    const abort = new AbortController();
    const forward = () => abort.abort();
    signal.addEventListener('abort', forward, { once: true });
    if (signal.aborted) {
      forward();
    }
    this.#running.set(abort, environmentId);
    try {
      const result = await work(abort.signal);
      this.check(environmentId);
      return result;
    } catch (error) {
      if (abort.signal.aborted && !signal.aborted) {
        throw switchedFailure();
      }
      throw error;
    } finally {
      this.#running.delete(abort);
      signal.removeEventListener('abort', forward);
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

/** The handlers; those that the contract binds to the selected environment are guarded by `selection`. */
export function bindToSelection(handlers: Handlers, selection: Selection): Handlers {
  const bound: Record<string, unknown> = { ...handlers };
  for (const name of Object.keys(operations) as OperationName[]) {
    if (operations[name].environmentBinding !== 'none') {
      bound[name] = guarded(name, handlers, selection);
    }
  }
  return bound as Handlers;
}

function guarded<N extends OperationName>(name: N, handlers: Handlers, selection: Selection) {
  // TypeScript cannot follow the pairing of name, input and handler through the union.
  const handler = handlers[name] as (input: ParsedInput<N>, context: CallContext<N>) => Promise<unknown>;
  return async (input: ParsedInput<N>, context: CallContext<N>) => {
    const { environmentId } = input as { environmentId: string };
    if (operations[name].environmentBinding === 'cancel-on-switch') {
      return selection.run(environmentId, context.signal, (signal) => handler(input, { ...context, signal }));
    }
    selection.check(environmentId);
    return handler(input, context);
  };
}
