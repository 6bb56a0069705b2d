import { Tooltip } from '@mantine/core';
import { useEffect, useState } from 'react';
import { calendarDate, localTime, offsetOf, parseMoment, relativeTime } from './moments.ts';
import { OutsideText } from './outside-text.tsx';
import classes from './time.module.css';

/** A moment: local time with its offset on hover and focus, relative when recent. What is no moment is shown as it is. */
export function Time({ at, relative = true }: { at: string | number | Date; relative?: boolean }) {
  const now = useNow(relative ? 30_000 : undefined);
  const date = parseMoment(at);
  if (!date) return <OutsideText text={String(at)} />;
  const locale = navigator.language;
  const local = localTime(date, locale);
  const recent = relative ? relativeTime(date, now) : undefined;
  return (
    <Tooltip
      label={
        <>
          {local} {offsetOf(date, locale)}
          <br />
          {date.toISOString()}
        </>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the offset must be had by keyboard as well as by pointer */}
      <time dateTime={date.toISOString()} tabIndex={0} className={classes.time}>
        {recent ?? local}
      </time>
    </Tooltip>
  );
}

/** A calendar date without a time or zone, such as a date of birth. */
export function CalendarDate({ date }: { date: string }) {
  const words = calendarDate(date, navigator.language);
  return words === undefined ? <OutsideText text={date} /> : <time dateTime={date}>{words}</time>;
}

/** The time now, looked at again every so often; only once without `everyMs`. */
function useNow(everyMs: number | undefined): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (everyMs === undefined) return;
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
