import { Button, Flex } from '@mantine/core';
import { IconHistoryToggle, IconUsers } from '@tabler/icons-react';
import { useRef } from 'react';
import type { CaseDetails, SeenBefore } from '../../../preload/contract/cases.ts';
import { decisionLabels, identifierNames } from '../../../preload/wording/cases.ts';
import { newerResult } from '../../../preload/wording/decisions.ts';
import { listed } from '../../../preload/wording/terms.ts';
import { AssessmentChip } from '../../ui/assessment-chip.tsx';
import { ButtonLabel } from '../../ui/button-label.tsx';
import layout from '../../ui/layout.module.css';
import { OutsideText } from '../../ui/outside-text.tsx';
import { useGo } from '../../ui/services.tsx';
import { Time } from '../../ui/time.tsx';
import classes from './case-strip.module.css';

interface CaseStripProps {
  details: CaseDetails;
  /** When a newer result than the one on the page was read. */
  newerAt: number | undefined;
  /** Shows the newer result. */
  onNewer(): void;
  onCompare(otherId: string): void;
  onReads(): void;
  /** Shows all cases of the same person. */
  onAll(): void;
}

/** Shows in the head of a case whether the person was seen before, with the outcome, and what changed since the case was last opened. */
export function CaseStrip({ details, newerAt, onNewer, onCompare, onReads, onAll }: CaseStripProps) {
  const [first] = details.seenBefore;
  const changed = changedSinceOpened(details);
  if (first === undefined && changed === undefined && newerAt === undefined) {
    return null;
  }
  return (
    <Flex component="section" className={classes.strip} aria-label="Earlier cases and changes">
      {newerAt !== undefined && (
        <span className={classes.note}>
          <IconHistoryToggle size={15} aria-hidden color="var(--status-caution)" />
          <strong className={layout.ellipsis} role="status">
            {newerResult}
          </strong>
          <Button size="compact-xs" onClick={onNewer}>
            Show it
          </Button>
          <Button size="compact-xs" onClick={onReads}>
            What changed
          </Button>
        </span>
      )}
      {changed && newerAt === undefined && (
        // One button: a text beside it would be cut off where the person was seen before, too.
        <Button
          flex="none"
          size="compact-xs"
          leftSection={<IconHistoryToggle size={15} aria-hidden color="var(--status-caution)" />}
          title="What changed since it was last opened"
          onClick={onReads}
        >
          <ButtonLabel>
            Changed <Time at={changed} />
          </ButtonLabel>
        </Button>
      )}
      {first && (
        <SeenBeforeNote
          first={first}
          count={details.seenBefore.length}
          onCompare={() => onCompare(first.conversationId)}
          onAll={onAll}
        />
      )}
    </Flex>
  );
}

interface SeenBeforeNoteProps {
  first: SeenBefore;
  count: number;
  onCompare(): void;
  onAll(): void;
}

function SeenBeforeNote({
  first: { conversationId, by, otherUser, userKey, verdict, decision, reviewer, openedAt },
  count,
  onCompare,
  onAll,
}: SeenBeforeNoteProps) {
  const go = useGo();
  const text = useRef<HTMLSpanElement>(null);
  return (
    <span className={classes.note}>
      <IconUsers size={15} aria-hidden color="var(--status-caution)" />
      {/* It may be cut off: the whole of it is its title. */}
      <span
        ref={text}
        className={layout.ellipsis}
        onPointerEnter={() => {
          if (text.current) {
            text.current.title = text.current.textContent;
          }
        }}
      >
        Seen before
        {decision && (
          <>
            , <strong>{decisionLabels[decision.kind].toLowerCase()}</strong>
            {reviewer !== undefined && (
              <>
                {' '}
                by <OutsideText text={reviewer} max={40} />
              </>
            )}{' '}
            <Time at={decision.at} />
          </>
        )}
        {otherUser && userKey !== undefined && (
          <>
            {decision && ','} under another user, <OutsideText text={userKey} max={40} />
          </>
        )}
        : same {listed(by.map((kind) => identifierNames[kind]))}.
        {!decision && (
          <span className={layout.quiet}>
            {' '}
            No decision
            {openedAt !== undefined && (
              <>
                , opened <Time at={openedAt} />
              </>
            )}
          </span>
        )}
      </span>
      {!decision && <AssessmentChip verdict={verdict} />}
      <Button size="compact-xs" onClick={onCompare}>
        Compare
      </Button>
      <Button size="compact-xs" onClick={() => go({ page: 'conversations', conversationId })}>
        Open
      </Button>
      {count > 1 && (
        <Button variant="subtle" size="compact-xs" onClick={onAll}>
          All {count}
        </Button>
      )}
    </span>
  );
}

/**
 * Returns when the conversation changed between its previous opening and this one; undefined if it did not, or was not opened before. The
 * current opening is already in the history or about to be.
 */
export function changedSinceOpened({
  row,
  history,
}: Pick<CaseDetails, 'row' | 'history'>): number | undefined {
  const { changedAt } = row;
  if (changedAt === undefined) {
    return undefined;
  }
  const opened = history.filter(({ kind }) => kind === 'opened').map(({ at }) => at);
  // The current opening's own read may have found the change, so it is at or after it.
  const before = opened.filter((at) => at < changedAt);
  return before.length === 0 || opened.length - before.length > 1 ? undefined : changedAt;
}
