import type { Sample } from '../../../preload/contract/conversations.ts';
import type { Plausibility } from '../../../preload/contract/plausibility.ts';
import type { Conversation } from '../../../preload/contract/service/conversation.ts';
import { isAboutAnother } from '../../../preload/wording/console-findings.ts';
import type { HandlersOf } from '../../bridge/handlers.ts';
import { Failure } from '../../common/failure.ts';
import { keyOf, type Target } from '../../common/target.ts';
import { within } from '../../common/within.ts';
import { absenceOf } from '../../service/classify-failure.ts';
import type { Reading, Services } from '../../service/port.ts';
import type { CaseStore } from '../cases/case-store.ts';
import type { PrefetchedReadings } from './prefetched.ts';
import type { RawWork } from './raw/raw-work.ts';
import { indexLines, linesOf } from './raw-index.ts';
import type { RawFormat } from './raw-lines.ts';
import type { CachedResponse, RawResponseCache } from './raw-response-cache.ts';

/** How long a list that is busy may keep what was read ahead from being shown, in milliseconds. */
const answersWithinMs = 500;

export interface ConversationDeps {
  services: Services;
  cases: CaseStore;
  rawResponses: RawResponseCache;
  /** Answers questions about raw responses in a thread. */
  rawWork: RawWork;
  nextReadings: PrefetchedReadings;
  /** The console's own checks of a record. */
  plausibility: {
    /** Called when a read begins. */
    prepare(): void;
    /** Never rejects. @param receivedAt when the response came, ISO 8601 */
    check(conversation: Conversation, receivedAt: string): Promise<Plausibility>;
  };
  /** Returns the sample conversations of a sandbox environment; empty for others. */
  samples(environmentId: string): Promise<Sample[]> | Sample[];
}

/**
 * Returns the operations `conversations.*`: reading (interface 4.2, 4.8), the raw response, and recent conversations. Failures of
 * the service pass through unchanged; `reading-expired` when a raw response is no longer kept.
 */
export function conversationHandlers(deps: ConversationDeps): HandlersOf<'conversations'> {
  const { services, cases, rawResponses, rawWork, nextReadings, plausibility, samples } = deps;

  function find(readingId: string): CachedResponse {
    const response = rawResponses.find(readingId);
    if (response === undefined) {
      throw new Failure({
        code: 'reading-expired',
        message:
          'This raw response is no longer available: only the last responses of open conversations are kept, in memory.',
        hint: 'Refresh the conversation to read it again.',
      });
    }
    return response;
  }

  /** Returns what was read ahead, unless the list has something newer. */
  async function takeAhead(target: Target): Promise<Reading<Conversation> | undefined> {
    try {
      const ahead = await nextReadings.take(keyOf(target));
      const isOld =
        ahead !== undefined &&
        (await within(answersWithinMs, cases.openedConversations.hasNewer(target, ahead.notes.receivedAt)));
      return isOld === false ? ahead : undefined;
    } catch {
      return undefined;
    }
  }

  return {
    async 'conversations.open'({ environmentId, conversationId }, { signal, closed, progress }) {
      plausibility.prepare();
      const ahead = await takeAhead({ environmentId, conversationId });
      const { value, notes, raw } =
        ahead ??
        (await services
          .client(environmentId)
          .readConversation(conversationId, { signal, onAttempt: progress })
          .catch((error: unknown) => {
            const absence = absenceOf(error);
            if (absence !== undefined) {
              const target = { environmentId, conversationId };
              cases.openedConversations.recordLater(() => cases.markAbsent(target, absence));
            }
            throw error;
          }));
      const check = await plausibility.check(value, notes.receivedAt);
      // A view that was closed while loading is not added to the recent conversations.
      signal.throwIfAborted();
      const readingId = rawResponses.keep(raw, { environmentId, conversationId, closed });
      const reading = { readingId, environmentId, conversation: value, notes, plausibility: check };
      // Data of another conversation is not recorded under this id.
      if (!isAboutAnother(conversationId, value.id)) {
        await cases.openedConversations.record(() => cases.record(reading, conversationId, true));
      }
      return reading;
    },

    async 'conversations.prefetch'({ environmentId, conversationId }, { signal }) {
      await nextReadings.add(keyOf({ environmentId, conversationId }), () =>
        services.client(environmentId).readConversation(conversationId, { signal }),
      );
      return {};
    },

    async 'conversations.databaseSources'({ environmentId, conversationId }, { signal, closed, progress }) {
      const { value, notes, raw } = await services
        .client(environmentId)
        .readDatabaseVerification(conversationId, { signal, onAttempt: progress });
      // The view was closed while loading: its raw response is not kept.
      signal.throwIfAborted();
      const readingId = rawResponses.keep(raw, { environmentId, conversationId, closed });
      const sources = { environmentId, conversationId, info: value };
      cases.openedConversations.recordLater(() => cases.write('recordSources', sources));
      return { readingId, info: value, notes };
    },

    'conversations.leave'({ environmentId, conversationId }, { closed }) {
      rawResponses.leave({ environmentId, conversationId, closed });
      void rawWork.forget();
      return {};
    },

    async 'conversations.raw'({ readingId, form, from, count }) {
      const response = find(readingId);
      const index = await indexOf(response, form);
      return {
        lines: linesOf(response.raw, index, from, count),
        total: index.total,
        bytes: response.raw.byteLength,
      };
    },

    'conversations.rawAt': ({ readingId, line }, { signal }) =>
      rawWork.ask('at', readingId, find(readingId).raw, { line }, signal),

    'conversations.rawFolds': ({ readingId, depth }, { signal }) =>
      rawWork.ask('folds', readingId, find(readingId).raw, { depth }, signal),

    'conversations.rawSearch': ({ readingId, form, text }, { signal }) =>
      rawWork.ask('search', readingId, find(readingId).raw, { form, text }, signal),

    'conversations.rawFilter': ({ readingId, query }, { signal }) =>
      rawWork.ask('filter', readingId, find(readingId).raw, { query }, signal),

    'conversations.rawMarks': ({ readingId, kind }, { signal }) =>
      rawWork.ask('marks', readingId, find(readingId).raw, { kind }, signal),

    'conversations.recent': async ({ environmentId }) => ({
      recent: await cases.openedConversations.recent(environmentId),
    }),

    'conversations.samples': async ({ environmentId }) => ({ samples: await samples(environmentId) }),
  };
}

/** Returns the line index of a response, built once for concurrent calls. */
function indexOf(reading: CachedResponse, form: RawFormat) {
  reading.indexes[form] ??= indexLines(reading.raw, form, () => reading.released);
  return reading.indexes[form];
}
