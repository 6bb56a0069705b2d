import type {
  ConversationReading,
  OpenedConversation,
  RecentConversation,
} from '../../../preload/contract/conversations.ts';
import type { MrzComparison, MrzReading } from '../../../preload/contract/mrz.ts';
import type { Conversation } from '../../../preload/contract/service/conversation.ts';
import { Failure } from '../../common/failure.ts';
import { isoTime } from '../../common/iso-time.ts';
import type { Target } from '../../common/target.ts';
import { within } from '../../common/within.ts';
import type { IndexConnection } from './index/index-connection.ts';
import type { ZoneComparison } from './index/kept-zones.ts';

/** The time a conversation waits to be recorded before it is shown, in milliseconds. */
const maxWaitMs = 5000;
/** The most conversations returned as recently opened. */
const maxRecent = 200;

/** A reading, with the findings of the console's own checks where they were made. */
export type RecordableReading = ConversationReading & Partial<Pick<OpenedConversation, 'plausibility'>>;

export interface OpenedConversationsDeps {
  index: IndexConnection;
  compareMrz(
    conversation: Conversation,
    subtype: string | undefined,
    zone: MrzReading,
  ): Promise<MrzComparison[]>;
  recordMrz(comparison: ZoneComparison, environmentId: string, conversationId: string): Promise<unknown>;
  /** Called with errors; messages contain no personal values. */
  log(error: unknown): void;
}

/** Records opened conversations and lists the recent ones. */
export class OpenedConversations {
  readonly #parts: OpenedConversationsDeps;
  /** Resolves when the conversations opened so far are recorded. */
  #recording: Promise<void> = Promise.resolve();
  /** The reason why the last opened one is not in the list. */
  fault: string | undefined;

  constructor(parts: OpenedConversationsDeps) {
    this.#parts = parts;
  }

  /**
   * Records something about a conversation that a user opened. Resolves when it is on disk, before anything of it is shown. A list that is busy
   * for long, or cannot be written, does not keep the conversation from being shown: the status then says so.
   */
  async record(write: () => Promise<unknown>): Promise<void> {
    this.recordLater(write);
    await within(maxWaitMs, this.#recording);
  }

  /** Records something, after what was to be recorded before, without making the caller wait. An error is logged and reported in the status. */
  recordLater(write: () => Promise<unknown>): void {
    const before = this.#recording;
    this.#recording = new Promise((resolve) => {
      setImmediate(() => resolve(before.then(() => this.#record(write))));
    });
  }

  /**
   * Compares the last record of a case with the machine-readable zone in one of its pictures, and keeps the result. Returns nothing of a case
   * without a record.
   *
   * @param picture.subtype the document's kind, as the metadata have it
   */
  async compareWithZone(
    { environmentId, conversationId }: Target,
    { mediaId, subtype }: { mediaId: string; subtype: string | undefined },
    zone: MrzReading,
  ): Promise<MrzComparison[]> {
    await this.#recording;
    const last = await this.#parts.index.request('lastReading', { environmentId, conversationId });
    const comparisons = last ? await this.#parts.compareMrz(last.conversation, subtype, zone) : [];
    if (last && comparisons.length > 0) {
      await this.#parts.recordMrz({ mediaId, readId: last.id, comparisons }, environmentId, conversationId);
    }
    return comparisons;
  }

  /** Resolves when those opened so far are recorded. */
  recorded(): Promise<void> {
    return this.#recording;
  }

  async #record(write: () => Promise<unknown>): Promise<void> {
    try {
      await write();
      this.fault = undefined;
    } catch (error) {
      if (
        error instanceof Failure &&
        (error.code === 'cancelled' || error.code === 'environment-not-found')
      ) {
        return;
      }
      const reason = error instanceof Failure ? ` ${error.message}` : '';
      this.fault = `The conversation opened last could not be added to the list of cases.${reason}`;
      this.#parts.log(error);
    }
  }

  /** Returns whether the list has something newer about a conversation than a response: a later read, a callback, or that the service has no data of it. */
  async hasNewer(target: Target, receivedAt: string): Promise<boolean> {
    return this.#parts.index.request('isReadSince', { ...target, since: Date.parse(receivedAt) });
  }

  /** Returns the most recently opened conversations, newest first. */
  async recent(environmentId: string): Promise<RecentConversation[]> {
    await this.#recording;
    const recent = await this.#parts.index.request('recent', { environmentId, max: maxRecent });
    return recent.map(({ openedAt, ...one }) => ({ environmentId, ...one, openedAt: isoTime(openedAt) }));
  }
}
