import type { Forgery, TestGroup, TestOutcome } from '../contract/test-cases.ts';
import { decisionLabels } from './cases.ts';

const forgeryLabels: Readonly<Record<Forgery, string>> = {
  portrait: 'Portrait replaced',
  'birth-date': 'Date of birth changed',
  face: 'Face of somebody else',
  none: 'Genuine',
};

const forgeryTexts: Readonly<Record<Forgery, string>> = {
  portrait:
    'The portrait on the identity card was replaced by that of the person before the camera. The small one was left.',
  'birth-date':
    'The date of birth on the front of the identity card was changed. The back and the record have another one.',
  face: 'The face before the camera is not that of the person on the identity card.',
  none: 'Nothing was forged.',
};

/** Returns what test cases have in common. */
export function testGroupText({ forgery }: Pick<TestGroup, 'forgery'>): string {
  return forgeryLabels[forgery];
}

/** Returns what was forged in a test case and what was decided, such as “Portrait replaced. Approved.” */
export function testOutcomeText({ forgery, decision }: TestOutcome): string {
  return `${forgeryLabels[forgery]}. ${decisionLabels[decision]}.`;
}

/** Returns what a reviewer is told right after the decision. */
export function revealText({ forgery, decision }: TestOutcome): string {
  const decided = {
    clear: 'You approved it.',
    reject: 'You rejected it.',
    escalate: 'You escalated it.',
    'ask-again': 'You requested a resubmission.',
  }[decision];
  return `${forgeryTexts[forgery]} ${decided}`;
}
