import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconInfoCircle,
} from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { useHint } from './hint.tsx';
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
    <ExplainedBadge tone={tone} explain={explain}>
      {content}
    </ExplainedBadge>
  );
}

function ExplainedBadge({ tone, explain, children }: { tone: Tone; explain: string; children: ReactNode }) {
  const button = useRef<HTMLButtonElement>(null);
  const { attributes, hint } = useHint(button, explain);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={classes.badge}
        data-tone={tone}
        data-explains
        aria-description={explain}
        {...attributes}
      >
        {children}
      </button>
      {hint}
    </>
  );
}
