/** The owners of conversations, so that only one run at a time sends calls for each. */
export class ConversationOwners {
  readonly #owners = new Map<string, object>();

  /** @returns false if another owner has it */
  take(baseUrl: string, conversationId: string, owner: object): boolean {
    const key = keyOf(baseUrl, conversationId);
    const current = this.#owners.get(key);
    if (current === undefined) {
      this.#owners.set(key, owner);
    }
    return current === undefined || current === owner;
  }

  release(baseUrl: string, conversationId: string, owner: object): void {
    const key = keyOf(baseUrl, conversationId);
    if (this.#owners.get(key) === owner) {
      this.#owners.delete(key);
    }
  }

  releaseAll(owner: object): void {
    for (const [key, current] of this.#owners) {
      if (current === owner) {
        this.#owners.delete(key);
      }
    }
  }

  has(baseUrl: string, conversationId: string): boolean {
    return this.#owners.has(keyOf(baseUrl, conversationId));
  }
}

function keyOf(baseUrl: string, conversationId: string): string {
  return `${baseUrl} ${conversationId}`;
}
