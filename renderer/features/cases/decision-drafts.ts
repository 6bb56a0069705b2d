import type { DecisionKind } from '../../../preload/contract/cases.ts';
import type { Recipient } from './ask-whom.tsx';

/** What was entered for a decision that was refused, until it is saved or cancelled. */
interface DecisionDraft {
  kind: DecisionKind;
  reasons: readonly string[];
  comment: string;
  /** The member or the role that an escalation asks. */
  to?: Recipient | undefined;
}

/** The drafts of an environment, one for each case. */
export type DecisionDrafts = Record<string, DecisionDraft | undefined>;
