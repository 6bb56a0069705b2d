import type { RecentConversation, Sample } from '../../../preload/contract/conversations.ts';
import { useBridgeQuery } from '../../bridge/use-bridge.tsx';

const [noRecent, noSamples]: [readonly RecentConversation[], readonly Sample[]] = [[], []];

/** Reads what can be opened without pasting an id: the conversations opened before, and the sandbox's own. */
export function useRecent(environmentId: string | undefined) {
  const input = environmentId === undefined ? undefined : { environmentId };
  const recent = useBridgeQuery('conversations.recent', input, { keep: true });
  const samples = useBridgeQuery('conversations.samples', input, { keep: true });
  const ownSamples = samples.data?.samples ?? noSamples;
  return {
    recent: recent.data?.recent ?? noRecent,
    /** The awkward ones, for integrators. */
    samples: ownSamples.filter(({ toReview }) => !toReview),
    /** The people of a first review. */
    people: ownSamples.filter(({ toReview }) => toReview).map(({ id }) => id),
    /** True until the samples were read for the first time. */
    loading: samples.data === undefined && samples.failure === undefined,
    reload() {
      if (environmentId !== undefined) {
        recent.refresh();
        samples.refresh();
      }
    },
  };
}
