import type { WaitingReason } from '../contract/case-settings.ts';
import type { CaseRow } from '../contract/cases.ts';
import { counted } from './terms.ts';

/** The console's own reasons to wait for the user, until a company has its own. */
export const standardWaitingReasons: readonly WaitingReason[] = [
  {
    code: 'better-picture',
    label: 'Better picture of the document',
    texts: {
      en: 'We could not read the picture of your document. Please take a new one: the whole document, in good light, without reflections.',
    },
  },
  {
    code: 'valid-document',
    label: 'Document that is valid',
    texts: {
      en: 'The document you used cannot be accepted. Please repeat the verification with a document that is valid.',
    },
  },
  {
    code: 'not-finished',
    label: 'User has not finished',
    texts: {
      en: 'Your verification is not finished. Please open the link and complete the remaining steps.',
    },
  },
  {
    code: 'more-information',
    label: 'More information',
    texts: { en: 'We need more information to complete your verification. Please reply to this message.' },
  },
];

/** Returns a reason to wait for the user as text; one that was deleted since is shown by its code. */
export function waitingReasonLabel(
  code: string,
  reasons: readonly WaitingReason[] = standardWaitingReasons,
): string {
  return [...reasons, ...standardWaitingReasons].find((reason) => reason.code === code)?.label ?? code;
}

/** Returns for how long a case has had its result, without the time in which it waited for the user, in milliseconds. */
export function ageOf({ ageFrom, waiting }: CaseRow, now: number): number {
  return Math.max(0, (waiting?.since ?? now) - ageFrom);
}

/** Returns an age in its largest unit, such as “2 d” or “5 h”. */
export function ageText(ms: number): string {
  const [count, , unit] = ageIn(ms);
  return `${count} ${unit}`;
}

/** Returns an age in words, such as `2 days`. */
export function spokenAge(ms: number): string {
  const [count, noun] = ageIn(ms);
  return counted(count, noun);
}

function ageIn(ms: number): [count: number, noun: string, unit: string] {
  const minutes = Math.floor(ms / 60_000);
  const hours = Math.floor(minutes / 60);
  return hours >= 48
    ? [Math.floor(hours / 24), 'day', 'd']
    : hours >= 1
      ? [hours, 'hour', 'h']
      : [minutes, 'minute', 'min'];
}
