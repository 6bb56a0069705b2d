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
import { verdictTerm } from '../../preload/wording/cases.ts';
import { toneOf } from './term-badge.tsx';
import classes from './verdict-chip.module.css';

const icons = {
  review: IconAlertTriangle,
  failed: IconCircleX,
  'in-progress': IconClockPlay,
  ended: IconBan,
  clear: IconCircleCheck,
  gone: IconCircleDashed,
  unread: IconCircleDotted,
} satisfies Record<Verdict, unknown>;

/** Shows the console's summary of a case: icon, word and colour, the same wherever a case is shown. */
export function VerdictChip({ verdict }: { verdict: Verdict }) {
  const { label, tone, sentence } = verdictTerm(verdict);
  const Icon = icons[verdict];
  return (
    <span className={classes.chip} data-tone={toneOf(tone)} data-verdict={verdict} title={sentence}>
      <Icon size={14} stroke={2} aria-hidden />
      <span className={classes.label}>{label}</span>
    </span>
  );
}
