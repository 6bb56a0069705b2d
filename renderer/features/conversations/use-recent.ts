import type { RecentConversation } from '../../../preload/contract/conversations.ts';
import { useBridgeQuery } from '../../bridge/use-bridge.tsx';

interface Sample {
  id: string;
  title: string;
}

const [noRecent, noSamples]: [readonly RecentConversation[], readonly Sample[]] = [[], []];

/** Reads what can be opened without pasting an id: the conversations opened before, and the sandbox's own. */
export function useRecent(environmentId: string | undefined) {
  const input = environmentId === undefined ? undefined : { environmentId };
  const recent = useBridgeQuery('conversations.recent', input, { keep: true });
  const samples = useBridgeQuery('conversations.samples', input, { keep: true });
  return {
    recent: recent.data?.recent ?? noRecent,
    samples: samples.data?.samples ?? noSamples,
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
