import { keyOf } from '../../common/target.ts';
import type { Core } from '../../hosts/core.ts';
import type { Services } from '../../service/port.ts';
import type { CaseStore } from '../cases/case-store.ts';
import type { LazyPlausibility } from '../cases/plausibility/lazy.ts';
import { conversationHandlers } from './handlers.ts';
import { PrefetchedReadings } from './prefetched.ts';
import { RawWork } from './raw/raw-work.ts';
import { RawResponseCache } from './raw-response-cache.ts';

/** Reading conversations, and the raw responses in memory. They are dropped when another environment is selected. */
export function composeConversations(
  { environments, opened, sandbox, selection }: Core,
  { services, cases, plausibility }: { services: Services; cases: CaseStore; plausibility: LazyPlausibility },
) {
  const rawResponses = new RawResponseCache();
  const rawWork = new RawWork();
  opened.defer(() => rawWork.forget());
  const readings = new PrefetchedReadings();
  const forgetResponses = () => {
    rawResponses.clear();
    void rawWork.forget();
  };
  selection.onSwitch(() => {
    forgetResponses();
    readings.clear();
  });
  environments.onChange((environmentId) => {
    readings.clear();
    if (!environments.ids().includes(environmentId)) {
      forgetResponses();
    }
  });
  return {
    rawResponses,
    /** Removes what was read ahead of cases that were deleted from this console. */
    forget(environmentId: string, conversationIds: readonly string[]) {
      readings.forget(conversationIds.map((conversationId) => keyOf({ environmentId, conversationId })));
    },
    handlers: conversationHandlers({
      services,
      cases,
      rawResponses,
      rawWork,
      nextReadings: readings,
      plausibility,
      // The service has no operation that lists conversations (field notes); the sandbox names its own.
      samples: (environmentId) =>
        environments.settings(environmentId).baseUrl === sandbox.baseUrl ? [...sandbox.conversations] : [],
    }),
  };
}
