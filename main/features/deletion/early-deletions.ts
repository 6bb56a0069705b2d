import type { EarlyDeletions as EarlyCounts } from '../../../preload/contract/due.ts';
import type { EntryDetails, NewEntry } from '../../../preload/contract/new-entry.ts';
import { earlyText } from '../../../preload/wording/due.ts';
import { Failure } from '../../common/failure.ts';

/** The conversations on hold, before the end of their period, and with a period of unknown start. */
type Early = Record<keyof EarlyCounts, readonly string[]>;

export interface EarlyDeletionsDeps {
  find(environmentId: string, conversationIds: readonly string[]): Promise<Early>;
  /** Enters the reasons in the journal. */
  append(entries: readonly NewEntry[]): Promise<void>;
}

/** Entries per request, so that others are answered in between. */
const enteredAtOnce = 500;

/** Asks for a reason before data is deleted that is kept on purpose or must still be kept. */
export class EarlyDeletions {
  readonly #deps: EarlyDeletionsDeps;

  constructor(deps: EarlyDeletionsDeps) {
    this.#deps = deps;
  }

  async count(environmentId: string, conversationIds: readonly string[]): Promise<EarlyCounts> {
    const { held, early, unknown } = await this.#deps.find(environmentId, conversationIds);
    return { held: held.length, early: early.length, unknown: unknown.length };
  }

  /** Enters in the journal that a run was planned. */
  enterPlan(environmentId: string, details: EntryDetails): Promise<void> {
    return this.#deps.append([{ kind: 'deletion-planned', environmentId, details }]);
  }

  /** Returns those of the conversations whose deletion needs a reason. */
  async needingReason(environmentId: string, conversationIds: readonly string[]): Promise<string[]> {
    const { held, early, unknown } = await this.#deps.find(environmentId, conversationIds);
    return [...held, ...early, ...unknown];
  }

  /**
   * Enters the reason in the journal of each conversation that needs one, before anything is sent. Returns those conversations.
   * @throws Failure confirmation-mismatch if a reason is needed and missing
   */
  async confirm(
    environmentId: string,
    conversationIds: readonly string[],
    reason: string | undefined,
  ): Promise<string[]> {
    const found = await this.#deps.find(environmentId, conversationIds);
    const ids = [...found.held, ...found.early, ...found.unknown];
    if (ids.length === 0) {
      return ids;
    }
    if (reason === undefined) {
      const counts = { held: found.held.length, early: found.early.length, unknown: found.unknown.length };
      throw new Failure({
        code: 'confirmation-mismatch',
        message: `Nothing was sent: this deletion needs a reason. ${earlyText(counts)}`,
        hint: 'Enter why the data is deleted now, or leave these conversations out.',
      });
    }
    for (let from = 0; from < ids.length; from += enteredAtOnce) {
      await this.#deps.append(
        ids.slice(from, from + enteredAtOnce).map((conversationId) => ({
          ...{ kind: 'deleted-early', environmentId, conversationId, details: { reason } },
        })),
      );
    }
    return ids;
  }
}
