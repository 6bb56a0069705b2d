import type { MrzComparison, MrzReading } from '../../../../preload/contract/mrz.ts';
import type { Plausibility } from '../../../../preload/contract/plausibility.ts';
import type { Conversation } from '../../../../preload/contract/service/conversation.ts';

/** The checks, loaded with their libraries on first use to keep the start fast. */
export class LazyPlausibility {
  readonly #log: (error: unknown) => void;

  constructor(log: (error: unknown) => void) {
    this.#log = log;
  }

  /** Starts loading the checks while the response is awaited. */
  prepare(): void {
    this.#load().catch(() => undefined);
  }

  /**
   * Returns the checks of one conversation. Never rejects; if they cannot be made, the result is empty and incomplete.
   *
   * @param receivedAt when the response came, ISO 8601
   */
  async check(conversation: Conversation, receivedAt: string): Promise<Plausibility> {
    try {
      const { checkPlausibility } = await this.#load();
      return checkPlausibility(conversation, receivedAt);
    } catch (error) {
      this.#log(error);
      return { findings: [], comparisons: 0, complete: false };
    }
  }

  /**
   * Compares the record of a conversation with the machine-readable zone of one of its documents.
   *
   * @param subtype the document's kind, as the metadata have it
   */
  async compareMrz(
    { result }: Conversation,
    subtype: string | undefined,
    zone: MrzReading,
  ): Promise<MrzComparison[]> {
    const { compareMrz, documentOf } = await import('./machine-readable.ts');
    const person = result?.identity?.user?.person ?? {};
    return compareMrz(person, documentOf(person, subtype), zone);
  }

  #load() {
    return import('./check-plausibility.ts');
  }
}
