import type { KeychainBackend } from './keychain.ts';

/** A process with a channel to its parent, in which `keytar-worker.ts` runs. */
export interface KeytarChild {
  send(call: KeytarCall): void;
  onReply(listener: (reply: KeytarReply) => void): void;
  onExit(listener: () => void): void;
  /** Ends it at once, also while it waits for the secret service. */
  kill(): void;
}

/** A function of keytar with its arguments. */
export type KeytarCall = ['getPassword' | 'setPassword' | 'deletePassword', string[]];
export type KeytarReply = { value: string | boolean | null } | { error: string };

interface Running {
  child: KeytarChild;
  /** True if it has answered without an error. */
  hasWorked: boolean;
}

/**
 * keytar in a process of its own, for Linux: a call to a secret service that was suspended never ends, and libsecret
 * does not find a service that was started again. Both need a new process. One call at a time.
 */
export class KeytarProcess implements KeychainBackend {
  readonly #start: () => KeytarChild;
  #running: Running | undefined;
  #isClosed = false;

  constructor(start: () => KeytarChild) {
    this.#start = start;
  }

  getPassword(service: string, account: string): Promise<string | null> {
    return this.#call('getPassword', service, account);
  }

  setPassword(service: string, account: string, password: string): Promise<void> {
    return this.#call('setPassword', service, account, password);
  }

  deletePassword(service: string, account: string): Promise<boolean> {
    return this.#call('deletePassword', service, account);
  }

  /** Ends the process with its call, which rejects; the next call starts another. */
  end(): void {
    this.#running?.child.kill();
    this.#running = undefined;
  }

  /** Ends it for good: a call that comes later rejects. */
  close(): void {
    this.#isClosed = true;
    this.end();
  }

  async #call<T>(name: KeytarCall[0], ...args: string[]): Promise<T> {
    const former = this.#running;
    try {
      return await this.#send<T>([name, args]);
    } catch (error) {
      const mayBeRestarted = former?.hasWorked === true && former === this.#running;
      if (!mayBeRestarted || isRefusal(error)) {
        throw error;
      }
      this.end();
      return this.#send<T>([name, args]);
    }
  }

  async #send<T>(call: KeytarCall): Promise<T> {
    if (this.#isClosed) {
      throw new Error('The keychain process is closed');
    }
    this.#running ??= { child: this.#start(), hasWorked: false };
    const running = this.#running;
    return new Promise<T>((resolve, reject) => {
      running.child.onExit(() => {
        if (this.#running === running) {
          this.#running = undefined;
        }
        reject(new Error('The keychain process ended'));
      });
      running.child.onReply((reply) => {
        if ('error' in reply) {
          reject(new Error(reply.error));
        } else {
          running.hasWorked = true;
          resolve(reply.value as T);
        }
      });
      running.child.send(call);
    });
  }
}

/** Returns whether the user or a locked keyring refused, which a new process would ask about again. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Error && /locked collection|dismissed|cancel/i.test(error.message);
}
