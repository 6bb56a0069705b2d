import type { Hold } from '../../preload/contract/cases.ts';
import { visibleText } from '../../preload/contract/service/visible-text.ts';
import { calendarDate } from './format-date.ts';
import { StatusBadge } from './status-badge.tsx';

/** Shows that a conversation is kept on purpose, until when, and why. */
export function HoldBadge({ hold: { reason, since, until } }: { hold: Hold }) {
  const dateOf = (day: string) => calendarDate(day, navigator.language) ?? day;
  return (
    <StatusBadge
      status={until === undefined ? 'On hold' : `Hold until ${dateOf(until)}`}
      tone="active"
      explain={`Kept on purpose since ${dateOf(since)}: ${visibleText(reason, 300)}`}
    />
  );
}
