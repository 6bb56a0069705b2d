import type { Recents } from './recents.ts';

type Seen = Parameters<Recents['remember']>[0];

/** Writes to the database after the reply was sent, so that the user does not wait for the disk. */
export class DeferredRecents implements Recents {
  readonly #recents: Recents;
  #waiting: Seen[] = [];

  constructor(recents: Recents) {
    this.#recents = recents;
  }

  remember(seen: Seen): void {
    this.#waiting.push(seen);
    if (this.#waiting.length === 1) {
      setImmediate(() => this.#write());
    }
  }

  list(environmentId: string): ReturnType<Recents['list']> {
    this.#write();
    return this.#recents.list(environmentId);
  }

  forget(environmentId: string, conversationId?: string): void {
    this.#write();
    this.#recents.forget(environmentId, conversationId);
  }

  #write(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const seen of waiting) {
      this.#recents.remember(seen);
    }
  }
}
