import type { OwnReason } from '../contract/case-settings.ts';
import type { DecisionKind } from '../contract/cases.ts';

interface DecisionTerm {
  /** On its button. */
  verb: string;
  /** Each with a code, which is what is kept, and its label. */
  reasons: readonly (readonly [code: string, label: string])[];
}

const other = ['other', 'Other'] as const;

const decisions: Readonly<Record<DecisionKind, DecisionTerm>> = {
  clear: {
    verb: 'Approve',
    reasons: [
      ['data-agrees', 'Documents and data agree'],
      ['false-positive', 'False positive'],
      ['explained', 'Finding explained'],
      ['low-risk', 'Low risk'],
      other,
    ],
  },
  escalate: {
    verb: 'Escalate',
    reasons: [
      ['possible-match', 'Possible match on a list'],
      ['possible-fraud', 'Possible fraud'],
      ['unclear-document', 'Document unclear'],
      ['second-opinion', 'Second opinion needed'],
      ['sighted-check', 'Needs a sighted check'],
      other,
    ],
  },
  reject: {
    verb: 'Reject',
    reasons: [
      ['not-genuine', 'Document not genuine'],
      ['another-person', 'Not the same person'],
      ['confirmed-match', 'Confirmed match on a list'],
      ['data-differs', 'Data does not agree'],
      ['not-eligible', 'Not eligible'],
      other,
    ],
  },
  'ask-again': {
    verb: 'Request resubmission',
    reasons: [
      ['better-capture', 'Better capture needed'],
      ['valid-document', 'Valid document needed'],
      ['another-document', 'Another document needed'],
      ['not-finished', 'The user did not finish'],
      other,
    ],
  },
};

/** Above a case whose result changed after it was shown. */
export const newerResult = 'A newer result was read. It is not shown yet.';

/** In the place of the decisions of such a case. */
export const newerFirst = 'Show the newer result before you decide.';

export function decisionVerb(kind: DecisionKind): string {
  return decisions[kind].verb;
}

/** Returns the reasons for a kind of decision: the console's, then the user's own. */
export function decisionReasons(
  kind: DecisionKind,
  own: readonly OwnReason[],
): { code: string; label: string }[] {
  return [
    ...decisions[kind].reasons.map(([code, label]) => ({ code, label })),
    ...own
      .filter(({ kinds, retired }) => kinds.includes(kind) && retired !== true)
      .map(({ code, label }) => ({ code, label })),
  ];
}

/** Returns reasons as text; one that was deleted since is shown by its code. @param codes separated by spaces */
export function reasonLabel(kind: DecisionKind, codes: string, own: readonly OwnReason[]): string {
  const reasons = [...decisionReasons(kind, own), ...own];
  return codes
    .split(' ')
    .map((code) => reasons.find((reason) => reason.code === code)?.label ?? code)
    .join('; ');
}
