import { Button, Flex } from '@mantine/core';
import { IconHistoryToggle, IconUsers } from '@tabler/icons-react';
import type { CaseDetails, SeenBefore } from '../../../preload/contract/cases.ts';
import { decisionLabels, identifierNames } from '../../../preload/wording/cases.ts';
import { newerResult } from '../../../preload/wording/decisions.ts';
import { listed } from '../../../preload/wording/terms.ts';
import { AssessmentChip } from '../../ui/assessment-chip.tsx';
import layout from '../../ui/layout.module.css';
import { OutsideText } from '../../ui/outside-text.tsx';
import { Time } from '../../ui/time.tsx';
import { changedSinceOpened } from './case-changes.ts';

interface CaseStripProps {
  details: CaseDetails;
  /** When a newer result than the one on the page was read. */
  newerAt: number | undefined;
  /** Shows the newer result. */
  onNewer(): void;
  onOpen(conversationId: string): void;
  onCompare(otherId: string): void;
  onReads(): void;
  /** Shows all cases of the same person. */
  onAll(): void;
}

/** Shows above a case whether the person was seen before, with the outcome, and what changed since the case was last opened. */
export function CaseStrip({ details, newerAt, onNewer, onOpen, onCompare, onReads, onAll }: CaseStripProps) {
  const [first] = details.seenBefore;
  const changed = changedSinceOpened(details);
  if (first === undefined && changed === undefined && newerAt === undefined) {
    return null;
  }
  return (
    <Flex
      component="section"
      className={layout.bar}
      wrap="wrap"
      align="center"
      columnGap={16}
      rowGap={4}
      mih={36}
      px={20}
      py={4}
      aria-label="Earlier cases and changes"
    >
      {newerAt !== undefined && (
        <Flex component="span" wrap="wrap" align="center" columnGap={8} rowGap={4} miw={0}>
          <IconHistoryToggle size={15} aria-hidden color="var(--status-caution)" />
          <strong role="status">{newerResult}</strong>
          <Button size="compact-xs" onClick={onNewer}>
            Show it
          </Button>
          <Button size="compact-xs" onClick={onReads}>
            What changed
          </Button>
        </Flex>
      )}
      {changed && newerAt === undefined && (
        <Flex component="span" wrap="wrap" align="center" columnGap={8} rowGap={4} miw={0}>
          <IconHistoryToggle size={15} aria-hidden color="var(--status-caution)" />
          <span>
            Changed <Time at={changed.at} />. Opened before: <Time at={changed.openedAt} />.
          </span>
          <Button size="compact-xs" onClick={onReads}>
            What changed
          </Button>
        </Flex>
      )}
      {first && (
        <SeenBeforeNote
          first={first}
          count={details.seenBefore.length}
          onOpen={() => onOpen(first.conversationId)}
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
  onOpen(): void;
  onCompare(): void;
  onAll(): void;
}

function SeenBeforeNote({
  first: { by, otherUser, userKey, verdict, decision, reviewer, openedAt },
  count,
  onOpen,
  onCompare,
  onAll,
}: SeenBeforeNoteProps) {
  return (
    <Flex component="span" wrap="wrap" align="center" columnGap={8} rowGap={4} miw={0}>
      <IconUsers size={15} aria-hidden color="var(--status-caution)" />
      <span>
        Seen before
        {otherUser && userKey !== undefined && (
          <>
            {' '}
            under another user, <OutsideText text={userKey} max={40} />
          </>
        )}
        : same {listed(by.map((kind) => identifierNames[kind]))}.
      </span>
      <AssessmentChip verdict={verdict} />
      <span className={layout.quiet}>
        {decision ? decisionLabels[decision.kind] : 'No decision'}
        {decision && (
          <>
            {reviewer !== undefined && (
              <>
                {' '}
                by <OutsideText text={reviewer} max={40} />
              </>
            )}{' '}
            <Time at={decision.at} />
          </>
        )}
        {openedAt !== undefined && (
          <>
            , opened <Time at={openedAt} />
          </>
        )}
      </span>
      <Button size="compact-xs" onClick={onCompare}>
        Compare
      </Button>
      <Button size="compact-xs" onClick={onOpen}>
        Open
      </Button>
      {count > 1 && (
        <Button variant="subtle" size="compact-xs" onClick={onAll}>
          All {count}
        </Button>
      )}
    </Flex>
  );
}
