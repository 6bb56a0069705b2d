import type { EnvironmentSettings } from '../../preload/contract/environments.ts';
import type { Handlers } from '../bridge/handlers.ts';
import { Failure } from '../failure.ts';
import type { Services } from '../service/port.ts';
import { expect, subscriptionIsActive } from './rules.ts';
import { type DeletionRun, runDeletion } from './run.ts';
import { forecastSentences } from './words.ts';

interface Parts {
  services: Services;
  /** @throws Failure environment-not-found */
  settings(environmentId: string): EnvironmentSettings;
  now(): number;
  pause: DeletionRun['pause'];
}

/** Use cases of deletion (interface 3.3, 4.3). */
export function deletionHandlers(parts: Parts): Pick<Handlers, 'deletion.forecast' | 'deletion.run'> {
  const confirmationFor = (environmentId: string) => {
    const { kind, name } = parts.settings(environmentId);
    return kind === 'production' ? name : undefined;
  };
  return {
    async 'deletion.forecast'({ environmentId, conversationId, mode }, { signal }) {
      const confirmation = confirmationFor(environmentId);
      const { value, notes } = await parts.services
        .client(environmentId)
        .readConversation(conversationId, { signal });
      const subscriptionActive = subscriptionIsActive(value);
      const expected = expect(mode, value.status, subscriptionActive);
      return {
        ...expected,
        subscriptionActive,
        sentences: forecastSentences(mode, value.status, expected),
        readAt: notes.receivedAt,
        ...(value.status === undefined ? {} : { status: value.status }),
        ...(notes.requestId === undefined ? {} : { requestId: notes.requestId }),
        ...(confirmation === undefined ? {} : { confirmation }),
      };
    },

    'deletion.run'({ environmentId, conversationId, mode, confirmation }, { signal, progress }) {
      const wanted = confirmationFor(environmentId);
      if (wanted !== undefined && confirmation !== wanted) {
        throw new Failure({
          code: 'confirmation-mismatch',
          message: `Nothing was sent: this is a production environment, and its name was not typed as it is (“${wanted}”).`,
          hint: 'Type the name of the environment exactly.',
        });
      }
      const client = parts.services.client(environmentId);
      return runDeletion({
        client,
        conversationId,
        mode,
        signal,
        tell: progress,
        now: parts.now,
        pause: parts.pause,
      });
    },
  };
}
