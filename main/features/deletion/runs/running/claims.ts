import type { ConversationOwners } from '../../conversation-owners.ts';

interface ClaimsDeps {
  owners: ConversationOwners;
  baseUrl: string;
  /** Returns whether a single deletion of this conversation is in progress. */
  isUnderWay(conversationId: string): boolean;
}

/** The conversations that one run works on, and those that it has to wait for because others work on them. */
export class Claims {
  readonly #deps: ClaimsDeps;
  readonly #heldByOthers = new Set<string>();

  constructor(deps: ClaimsDeps) {
    this.#deps = deps;
  }

  /** Returns how many conversations wait for another run or a single deletion, as far as they were tried. */
  get heldByOthers(): number {
    return this.#heldByOthers.size;
  }

  /** @returns false while another run or a single deletion works on it */
  take(conversationId: string): boolean {
    const { owners, baseUrl, isUnderWay } = this.#deps;
    const isTaken = !isUnderWay(conversationId) && owners.take(baseUrl, conversationId, this);
    if (isTaken) {
      this.#heldByOthers.delete(conversationId);
    } else {
      this.#heldByOthers.add(conversationId);
    }
    return isTaken;
  }

  /** Takes the conversations with a call of this run that is not settled. */
  takeUnderWay(conversationIds: readonly string[]): void {
    for (const conversationId of conversationIds) {
      this.#deps.owners.take(this.#deps.baseUrl, conversationId, this);
    }
  }

  release(conversationId: string): void {
    this.#deps.owners.release(this.#deps.baseUrl, conversationId, this);
  }

  /** Forgets the conversations held by others, so that they are tried again. */
  forgetHeld(): void {
    this.#heldByOthers.clear();
  }
}
