import { LRUCache } from 'lru-cache';
import type { DeletionView } from '../../preload/contract/deletion.ts';
import type { EnvironmentSettings } from '../../preload/contract/environments.ts';
import { omitUndefined } from '../../preload/contract/objects.ts';
import type { Handlers } from '../bridge/handlers.ts';
import { Failure } from '../failure.ts';
import { readOnlyFailure } from '../service/caller.ts';
import type { Services } from '../service/port.ts';
import type { Deletions } from './deletions.ts';
import { identityOf, Previews } from './previews.ts';
import { forecastOutcome, subscriptionIsActive } from './rules.ts';
import { subjectOf } from './subject.ts';
import { previewSentences } from './wording.ts';

/** How many started deletions are remembered, so that a second request for the same preview sends nothing. */
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
  /** How many files a conversation has; undefined where that cannot be read. */
  countFiles?(
    environmentId: string,
    conversationId: string,
    signal: AbortSignal,
  ): Promise<number | undefined>;
  /** Milliseconds since the epoch. */
  now(): number;
  newId(): string;
}

export type DeletionOperation = Extract<keyof Handlers, `deletion.${string}`>;

/** The operations `deletion.*` (interface 3.3, 4.3). */
export function deletionHandlers(deps: DeletionHandlerDeps): Pick<Handlers, DeletionOperation> {
  const { services, deletions, settings, now } = deps;
  const previews = new Previews(deps);
  /** By preview id: a second request for the same preview returns the first one's deletion. */
  const started = new LRUCache<string, Promise<DeletionView>>({ max: maxStarted });

  return {
    async 'deletion.preview'({ environmentId, conversationId, mode }, { signal, progress }) {
      const used = settings(environmentId);
      const moment = deletions.moment();
      const { value, notes } = await services
        .client(environmentId)
        .readConversation(conversationId, { signal, onAttempt: progress });
      const subscriptionActive = subscriptionIsActive(value);
      const { status } = value;
      const expected = forecastOutcome(mode, status, subscriptionActive);
      const identity = identityOf(value.userKey, conversationId);
      const files = await deps.countFiles?.(environmentId, conversationId, signal);
      const previewId = previews.keep({
        environmentId,
        settings: used,
        conversationId,
        mode,
        status,
        subscriptionActive,
        moment,
        identity,
      });
      return {
        previewId,
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
        ...(used.kind === 'production' ? { confirmation: used.name, identityOf: identity.of } : {}),
      };
    },

    async 'deletion.run'({ environmentId, previewId, confirmation, identity, reason, ticket }, { signal }) {
      const running = started.get(previewId);
      if (running) {
        return running;
      }
      const current = settings(environmentId);
      const preview = previews.find(previewId, environmentId, current);
      if (current.readOnly) {
        throw readOnlyFailure();
      }
      if (current.kind === 'production' && confirmation !== current.name) {
        throw new Failure({
          code: 'confirmation-mismatch',
          message: `Nothing was sent: the name of this production environment (“${current.name}”) was not typed exactly.`,
          hint: 'Type the name of the environment exactly.',
        });
      }
      if (current.kind === 'production' && identity?.trim() !== preview.identity.tail) {
        const whose = preview.identity.of === 'id' ? 'the conversation id' : 'the user key';
        throw new Failure({
          code: 'confirmation-mismatch',
          message: `Nothing was sent: the last four characters of ${whose} were not typed exactly.`,
          hint: 'Check that it is the right person, then type them exactly.',
        });
      }
      const run = deletions.start(preview, signal, { reason, ticket });
      started.set(previewId, run);
      try {
        return await run;
      } finally {
        // The preview stays valid for as long as it could be used; a deletion that failed before it was sent may be
        // started again.
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
