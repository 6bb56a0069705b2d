import { Flex } from '@mantine/core';
import { useBridgeQuery } from '../../bridge/use-bridge.tsx';
import { durationText } from '../../ui/duration-text.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import layout from '../../ui/layout.module.css';
import { OutsideText } from '../../ui/outside-text.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Time } from '../../ui/time.tsx';
import { answerText, eventText, stateTexts } from './callback-wording.ts';
import classes from './callbacks.module.css';
import { timelineOf } from './timeline-notes.ts';

/** The most entries shown; the last ones. */
const maxShown = 100;

interface TimelineProps {
  environmentId: string;
  conversationId: string;
  selectedId: number | undefined;
  onSelect(id: number): void;
}

/** Shows the callbacks of a conversation in the order of their arrival: duplicates, retries, gaps. */
export function Timeline({ environmentId, conversationId, selectedId, onSelect }: TimelineProps) {
  const { data, failure } = useBridgeQuery('callbacks.timeline', { environmentId, conversationId });
  if (data === undefined) {
    return failure && <FailureNotice failure={failure} />;
  }
  const { entries, notes } = timelineOf(data.rows);
  const shown = entries.slice(-maxShown);
  return (
    <section className={classes.part} aria-label="Timeline of the conversation">
      <h3 className={classes.partTitle}>Timeline of the conversation</h3>
      {entries.length > shown.length && (
        <p className={classes.quiet}>
          The last {shown.length} of {entries.length.toLocaleString('en')}.
        </p>
      )}
      <ol className={classes.timeline}>
        {shown.map(({ row, gapMs, note }) => (
          <li key={row.id} data-selected={row.id === selectedId}>
            {gapMs !== undefined && <span className={layout.quietSmall}>{durationText(gapMs)} later</span>}
            <Flex rowGap={4} columnGap={8} align="center" wrap="wrap">
              <StatusBadge status={stateTexts[row.state].label} tone={stateTexts[row.state].tone} />
              <button
                type="button"
                className={classes.link}
                aria-current={row.id === selectedId}
                onClick={() => onSelect(row.id)}
              >
                <OutsideText text={eventText(row)} max={80} />
              </button>
              <span className={classes.quiet}>
                {row.source === 'listener' ? `answered ${answerText(row).toLowerCase()}` : answerText(row)},{' '}
                <Time at={row.receivedAt} />
              </span>
            </Flex>
            {note !== undefined && <p className={classes.note}>{note}</p>}
          </li>
        ))}
      </ol>
      {notes.map((note) => (
        <p key={note} className={classes.note}>
          {note}
        </p>
      ))}
    </section>
  );
}
