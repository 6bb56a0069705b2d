import { Anchor, Flex, Text } from '@mantine/core';
import { useEnvironmentQuery } from '../../environments/use-environment.ts';
import { durationText } from '../../ui/duration-text.ts';
import layout from '../../ui/layout.module.css';
import { FailureNotice } from '../../ui/notices.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Time } from '../../ui/time.tsx';
import { answerText, eventText, stateTexts } from './callback-wording.ts';
import classes from './callbacks.module.css';
import { timelineOf } from './timeline-notes.ts';

/** The most entries shown; the last ones. */
const maxShown = 100;

interface TimelineProps {
  conversationId: string;
  selectedId: number | undefined;
  onSelect(id: number): void;
}

/** Shows the callbacks of a conversation in the order of their arrival: duplicates, retries, gaps. */
export function Timeline({ conversationId, selectedId, onSelect }: TimelineProps) {
  const { data, failure } = useEnvironmentQuery('callbacks.timeline', { conversationId });
  if (data === undefined) {
    return failure && <FailureNotice failure={failure} />;
  }
  const { entries, notes } = timelineOf(data.rows);
  const latest = entries.slice(-maxShown);
  return (
    <Flex component="section" direction="column" gap={6} miw={0} aria-label="Timeline of the conversation">
      {entries.length > latest.length && (
        <p className={layout.quietParagraph}>
          The last {latest.length} of {entries.length.toLocaleString('en')}.
        </p>
      )}
      <Flex component="ol" direction="column" gap={8} pl={12} className={classes.timeline}>
        {latest.map(({ row, gapMs, note }) => (
          <li key={row.id} data-selected={row.id === selectedId}>
            {gapMs !== undefined && <span className={layout.quietSmall}>{durationText(gapMs)} later</span>}
            <Flex rowGap={4} columnGap={8} align="center" wrap="wrap">
              <StatusBadge status={stateTexts[row.state].label} tone={stateTexts[row.state].tone} />
              <Anchor
                component="button"
                type="button"
                ta="left"
                fw={row.id === selectedId ? 600 : undefined}
                aria-current={row.id === selectedId}
                onClick={() => onSelect(row.id)}
              >
                <OutsideText text={eventText(row)} max={80} />
              </Anchor>
              <span className={layout.quiet}>
                {row.source === 'listener' ? `answered ${answerText(row).toLowerCase()}` : answerText(row)},{' '}
                <Time at={row.receivedAt} relative={false} />
              </span>
            </Flex>
            {note !== undefined && <Text c="var(--status-caution)">{note}</Text>}
          </li>
        ))}
      </Flex>
      {notes.map((note) => (
        <Text key={note} c="var(--status-caution)">
          {note}
        </Text>
      ))}
    </Flex>
  );
}
