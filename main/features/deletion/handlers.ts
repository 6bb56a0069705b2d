import { LRUCache } from 'lru-cache';
import type { DeletionView } from '../../../preload/contract/deletion.ts';
import { type EnvironmentSettings, needsTypedName } from '../../../preload/contract/environments.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import type { Conversation } from '../../../preload/contract/service/conversation.ts';
import type { HandlersOf } from '../../bridge/handlers.ts';
import { Failure } from '../../common/failure.ts';
import { isoTime } from '../../common/iso-time.ts';
import { readOnlyFailure } from '../../service/caller.ts';
import type { Reading, Services } from '../../service/port.ts';
import { readTarget } from '../../service/read-target.ts';
import { countFiles } from './count-files.ts';
import type { Deletions } from './deletions.ts';
import type { EarlyDeletions } from './early-deletions.ts';
import { Previews } from './previews.ts';
import { forecastOutcome, subscriptionIsActive } from './rules.ts';
import { identityOf, isIdentity } from './runs/preview/identity.ts';
import { subjectOf, unknownSubject } from './subject.ts';
import { unreadable } from './unreadable.ts';
import { previewSentences, unreadSentences } from './wording.ts';

/** The most started deletions that are remembered, so that a second request for the same preview sends nothing. */
const maxStarted = 256;

interface DeletionHandlerDeps {
  services: Services;
  deletions: Deletions;
  /** @throws Failure environment-not-found */
  settings(environmentId: string): EnvironmentSettings;
  /** ISO 8601: when the conversation was last opened in Assay. */
  lastOpenedAt(
    environmentId: string,
    conversationId: string,
  ): Promise<string | undefined> | string | undefined;
  /** Milliseconds since the epoch. */
  now(): number;
  newId(): string;
  early: EarlyDeletions;
}

/** Returns the operations `deletion.*` (interface 3.3, 4.3). */
export function deletionHandlers(deps: DeletionHandlerDeps): HandlersOf<'deletion'> {
  const { services, deletions, settings, now } = deps;
  const previews = new Previews(deps);
  /** By preview id: a second request for the same preview returns the first one's deletion. */
  const started = new LRUCache<string, Promise<DeletionView>>({ max: maxStarted });

  const earlyOf = async (environmentId: string, conversationId: string) => {
    const counts = await deps.early.count(environmentId, [conversationId]);
    return Object.values(counts).some((count) => count > 0) ? counts : undefined;
  };

  return {
    async 'deletion.preview'({ environmentId, conversationId, mode }, { signal, progress }) {
      const used = settings(environmentId);
      const moment = deletions.moment();
      let reading: Reading<Conversation>;
      try {
        const options = { signal, onAttempt: progress };
        reading = await readTarget(services.client(environmentId), conversationId, options);
      } catch (error) {
        const failure = unreadable(error);
        if (failure === undefined) {
          throw error;
        }
        const identity = identityOf(undefined, conversationId);
        const target = { environmentId, settings: used, conversationId, mode, moment, identity };
        const kept = { ...target, status: undefined, subscriptionActive: false, isUnreadable: true };
        return {
          previewId: previews.keep(kept),
          expectation: 'unknown' as const,
          subscriptionActive: false,
          sentences: unreadSentences(mode),
          subject: unknownSubject,
          readAt: isoTime(now()),
          unreadable: failure.view(),
          ...confirmationOf(used, identity.of),
        };
      }
      const { value, notes } = reading;
      const subscriptionActive = subscriptionIsActive(value);
      const { status } = value;
      const expected = forecastOutcome(mode, status, subscriptionActive);
      const identity = identityOf(value.userKey, conversationId);
      const files =
        status === 'CREATED'
          ? undefined
          : await countFiles(services.client(environmentId), conversationId, signal);
      const previewId = previews.keep({
        environmentId,
        settings: used,
        conversationId,
        mode,
        status,
        subscriptionActive,
        isUnreadable: false,
        moment,
        identity,
      });
      return {
        previewId,
        ...omitUndefined({
          early: mode === 'DELETE_DATA' ? await earlyOf(environmentId, conversationId) : undefined,
        }),
        ...expected,
        subscriptionActive,
        sentences: previewSentences(mode, status, expected),
        subject: subjectOf({
          conversation: value,
          notes,
          lastOpenedAt: await deps.lastOpenedAt(environmentId, conversationId),
          now: now(),
        }),
        readAt: notes.receivedAt,
        ...omitUndefined({ status, requestId: notes.requestId }),
        ...omitUndefined({ files }),
        ...confirmationOf(used, identity.of),
      };
    },

    async 'deletion.run'(input, { signal }) {
      const { environmentId, previewId, confirmation, identity, unread, reason, ticket, earlyReason } = input;
      const running = started.get(previewId);
      if (running) {
        return running;
      }
      const current = settings(environmentId);
      const preview = previews.find(previewId, environmentId, current);
      if (current.readOnly) {
        throw readOnlyFailure();
      }
      if (needsTypedName(current) && confirmation !== current.name) {
        throw new Failure({
          code: 'confirmation-mismatch',
          message: `Nothing was sent: the name of this production environment (“${current.name}”) was not typed exactly.`,
          hint: 'Type the name of the environment exactly.',
        });
      }
      if (needsTypedName(current) && !isIdentity(preview.identity, identity)) {
        const whose = preview.identity.of === 'id' ? 'the conversation id' : 'the user key';
        throw new Failure({
          code: 'confirmation-mismatch',
          message: `Nothing was sent: the last four characters of ${whose} were not typed exactly.`,
          hint: 'Check that it is the right person, then type them exactly.',
        });
      }
      if (preview.isUnreadable && unread !== true) {
        throw new Failure({
          code: 'confirmation-mismatch',
          message: 'Nothing was sent: the conversation could not be read, and that was not confirmed.',
          hint: 'Confirm that you want to send it without checking whose data it is.',
        });
      }
      if (preview.mode === 'DELETE_DATA') {
        await deps.early.confirm(environmentId, [preview.conversationId], earlyReason);
      }
      const run = started.get(previewId) ?? deletions.start(preview, signal, { reason, ticket });
      started.set(previewId, run);
      try {
        return await run;
      } finally {
        // A deletion that failed before it was sent may be started again while its preview is valid.
        await run.then(
          () => previews.forget(previewId),
          () => started.delete(previewId),
        );
      }
    },

    'deletion.list': () => deletions.list(),
    'deletion.check': ({ deletionId }) => deletions.check(deletionId),
    'deletion.stopChecking': ({ deletionId }) => deletions.stopChecking(deletionId),
    'deletion.acknowledge': ({ deletionId }) => deletions.acknowledge(deletionId),
    'deletion.dismiss': ({ deletionId }) => deletions.dismiss(deletionId),
  };
}

/** Returns what must be typed: in production the environment's name, and the end of the user key or the id. */
function confirmationOf(settings: EnvironmentSettings, identityOf: 'user-key' | 'id') {
  return needsTypedName(settings) ? { confirmation: settings.name, identityOf } : {};
}
