import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleDotted,
  IconCircleX,
  IconClockPlay,
} from '@tabler/icons-react';
import type { Verdict } from '../../preload/contract/cases.ts';
import { type AssessedCase, assessmentTerm, stateTerm } from '../../preload/wording/case-terms.ts';
import classes from './assessment-chip.module.css';
import { OutsideText } from './outside-text.tsx';
import { StatusBadge, toneOf } from './status-badge.tsx';

const icons = {
  review: IconAlertTriangle,
  failed: IconCircleX,
  'in-progress': IconClockPlay,
  ended: IconBan,
  clear: IconCircleCheck,
  gone: IconCircleDashed,
  unread: IconCircleDotted,
} satisfies Record<Verdict, unknown>;

/**
 * Shows the assessment of a case: icon, words and colour, the same wherever a case is shown.
 *
 * @param isWhole with its first finding in words, where there is room
 */
export function AssessmentChip({ isWhole = false, ...assessment }: AssessedCase & { isWhole?: boolean }) {
  const { verdict } = assessment;
  const { label, text, tone, sentence } = assessmentTerm(assessment);
  const Icon = icons[verdict];
  return (
    <span className={classes.chip} data-tone={toneOf(tone)} data-verdict={verdict} title={sentence}>
      <Icon size={14} stroke={2} aria-hidden />
      <span className={classes.label}>{isWhole ? <OutsideText text={text} max={120} /> : label}</span>
    </span>
  );
}

/** Shows the state of a case; nothing where nobody has decided and nothing needs a review. */
export function StateBadge({ row }: { row: Parameters<typeof stateTerm>[0] }) {
  const term = stateTerm(row);
  return term && <StatusBadge status={term.label} tone={toneOf(term.tone)} />;
}
