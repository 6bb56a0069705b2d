import { Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { calendarDate, localTime, offsetOf, parseDate, relativeTime } from './format-date.ts';
import { useHint } from './hint.tsx';
import { OutsideText } from './outside-text.tsx';
import classes from './time.module.css';

/** A date and a time of day with its offset from UTC (ISO 8601, interface 6.2); the moment is unknown without the offset. */
const isoMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:Z|[+-]\d{2}(?::?\d{2})?)$/i;

interface TimeProps {
  at: string | number | Date;
  relative?: boolean;
}

/** Shows a moment: local time with its offset on hover, relative when recent. Any other text is shown unchanged. */
export function Time({ at, relative = true }: TimeProps) {
  const date = typeof at !== 'string' || isoMoment.test(at) ? parseDate(at) : undefined;
  if (date) {
    return <Moment date={date} relative={relative} />;
  }
  return (
    <>
      <OutsideText text={String(at)} />{' '}
      <Text span c="var(--status-caution)">
        (not an ISO 8601 timestamp)
      </Text>
    </>
  );
}

function Moment({ date, relative }: { date: Date; relative: boolean }) {
  const now = useNow(relative ? 30_000 : undefined);
  const locale = navigator.language;
  const local = () => localTime(date, locale);
  const recent = relative ? relativeTime(date, now) : undefined;
  const element = useRef<HTMLTimeElement>(null);
  const iso = date.toISOString();
  const { attributes, hint } = useHint(element, () => (
    <>
      {local()} {offsetOf(date, locale)}
      <br />
      {iso}
    </>
  ));
  return (
    <>
      <time ref={element} dateTime={iso} className={classes.time} {...attributes}>
        {recent ?? local()}
      </time>
      {hint}
    </>
  );
}

/** Shows a calendar date without a time or zone, such as a date of birth. */
export function CalendarDate({ date }: { date: string }) {
  const text = calendarDate(date, navigator.language);
  return text === undefined ? <OutsideText text={date} /> : <time dateTime={date}>{text}</time>;
}

/** Returns the current time, updated at an interval; once only without `everyMs`. */
export function useNow(everyMs: number | undefined): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (everyMs === undefined) {
      return;
    }
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
