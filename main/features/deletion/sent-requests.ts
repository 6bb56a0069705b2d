/** The most conversations that are distinguished. */
const maxConversations = 100_000;

/**
 * The order in which DELETE requests were sent and answered, by conversation, so that a preview from before one is not
 * used after it. Counted, because the clock may be set back.
 */
export class SentRequests {
  #count = 0;
  /** Those of the latest requests last. */
  readonly #latest = new Map<string, number>();
  /** The latest request of the conversations no longer distinguished. */
  #forgotten = 0;

  /** Returns the current position, for a later comparison. */
  now(): number {
    return this.#count;
  }

  /** Counts a request about this conversation that was sent or answered. */
  add(baseUrl: string, conversationId: string): void {
    const key = keyOf(baseUrl, conversationId);
    this.#count += 1;
    this.#latest.delete(key);
    this.#latest.set(key, this.#count);
    if (this.#latest.size > maxConversations) {
      for (const [oldest, moment] of this.#latest) {
        this.#latest.delete(oldest);
        this.#forgotten = moment;
        break;
      }
    }
  }

  /** Returns whether a request about this conversation was sent or answered after `moment`. */
  hasAnyAfter(moment: number, baseUrl: string, conversationId: string): boolean {
    return (this.#latest.get(keyOf(baseUrl, conversationId)) ?? this.#forgotten) > moment;
  }
}

function keyOf(baseUrl: string, conversationId: string): string {
  return `${baseUrl} ${conversationId}`;
}
