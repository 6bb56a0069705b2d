import type { DecisionKind } from '../../../preload/contract/cases.ts';

/** What was entered for a decision that was refused, until it is saved or cancelled. */
interface DecisionDraft {
  kind: DecisionKind;
  reasons: readonly string[];
  comment: string;
}

/** The drafts of an environment, one for each case. */
export type DecisionDrafts = Record<string, DecisionDraft | undefined>;
