import { Tooltip } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconInfoCircle,
} from '@tabler/icons-react';
import classes from './status-badge.module.css';
import type { Tone } from './tone.ts';

const icons = {
  good: IconCircleCheck,
  caution: IconAlertTriangle,
  bad: IconCircleX,
  active: IconCircleDashed,
  neutral: IconInfoCircle,
} satisfies Record<Tone, unknown>;

export function ToneIcon({ tone, size = 14 }: { tone: Tone; size?: number }) {
  const Icon = icons[tone];
  return <Icon size={size} className={classes.icon} data-tone={tone} aria-hidden />;
}

interface StatusBadgeProps {
  /** The word as the service says it. */
  status: string;
  tone: Tone;
  /** What it means, with the section of the interface; shown on hover and on focus. */
  explain?: string;
}

/** A status: word, icon and colour together, explaining itself. */
export function StatusBadge({ status, tone, explain }: StatusBadgeProps) {
  const content = (
    <>
      <ToneIcon tone={tone} size={13} />
      <span className={classes.word}>{status}</span>
    </>
  );
  if (explain === undefined) {
    return (
      <span className={classes.badge} data-tone={tone}>
        {content}
      </span>
    );
  }
  return (
    <Explained text={explain}>
      <button type="button" className={classes.badge} data-tone={tone} data-explains>
        {content}
      </button>
    </Explained>
  );
}

/** Shows `text` on hover and focus of a focusable child. */
export function Explained({ text, children }: { text: string; children: React.ReactElement }) {
  return (
    <Tooltip label={text} openDelay={200}>
      {children}
    </Tooltip>
  );
}
