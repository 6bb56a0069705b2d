import { useEffect } from 'react';
import type {
  KeyChoice,
  SignatureExplanation,
  SignatureFinding,
} from '../../../preload/contract/signatures.ts';
import { headerOf } from '../../../preload/shared/header.ts';
import { type BridgeAction, useBridgeAction } from '../../bridge/use-bridge.tsx';
import type { Message, MessageVerification } from './message.ts';

/** The search for the change that makes the signature match. */
export interface CauseSearch {
  busy: boolean;
  /** Proved until now, likeliest first. */
  findings: readonly SignatureFinding[];
  explanation: SignatureExplanation | undefined;
}

export const noSearch: CauseSearch = { busy: false, findings: [], explanation: undefined };

/** Held as long as the input, also while another page is shown. One search runs at a time: that of another message cancels it. */
export const searchOptions = { keep: true, latestOnly: true } as const;

/** Returns the search for the cause of a message's wrong signature, which begins by itself. */
export function useCauseSearch(message: Message, key: KeyChoice | undefined) {
  const search: BridgeAction<'signatures.explain', Record<never, never>> = useBridgeAction(
    'signatures.explain',
    {},
    searchOptions,
  );
  const { input, run, reports } = search;
  const { body, verification } = message;
  const timestamp = headerOf(message, 'x-signature-timestamp');
  const signature = headerOf(message, 'x-signature');
  const isWanted = verification !== undefined && isWrong(verification) && body !== undefined;
  const isOfThis =
    input !== undefined &&
    input.timestamp === timestamp &&
    input.signature === signature &&
    input.body === body &&
    // A pasted key is gone after the page was left; the findings stay.
    (key === undefined || JSON.stringify(input.key) === JSON.stringify(key));
  const explain = () => {
    if (key !== undefined && body !== undefined) {
      void run({ timestamp, signature, key, body });
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a search begins for a message that has none, not for each rendering
  useEffect(() => {
    if (isWanted && !isOfThis) {
      explain();
    }
  }, [isWanted, isOfThis, verification]);
  const causes = reports.flatMap((step) => (step.type === 'finding' ? [step.finding] : []));
  return {
    isWanted,
    explain,
    stop: search.stop,
    ...(isOfThis
      ? {
          busy: search.busy,
          failure: search.failure,
          findings: search.data?.findings ?? causes,
          progress: reports.findLast((step) => step.type === 'progress'),
          explanation: search.data,
        }
      : { ...noSearch, failure: undefined, progress: undefined }),
  };
}

/** Returns whether the cause should be searched, which needs the headers and the body. */
function isWrong({ signature: { verdict, code } }: MessageVerification): boolean {
  return verdict !== 'match' && code !== 'missing';
}
