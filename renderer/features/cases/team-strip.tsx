import { Flex } from '@mantine/core';
import {
  IconAlertTriangle,
  IconClockPause,
  IconMessageQuestion,
  IconTrash,
  IconUser,
  IconUserShare,
  IconUsers,
} from '@tabler/icons-react';
import type { CaseDetails } from '../../../preload/contract/cases.ts';
import { assignmentText } from '../../../preload/wording/case-terms.ts';
import {
  conflictText,
  deletedByOther,
  questionText,
  secondReviewText,
} from '../../../preload/wording/history.ts';
import layout from '../../ui/layout.module.css';
import { OutsideText } from '../../ui/outside-text.tsx';
import { Time } from '../../ui/time.tsx';
import type { Idle } from './use-claims.ts';

const idleTexts: Readonly<Record<Idle, string>> = {
  soon: 'No input for 25 minutes. In 5 minutes this case is free for the others of your team. What you entered stays.',
  ended:
    'No input for 30 minutes: this case is free for the others of your team. What you entered stays. Go on to take it again.',
};

interface TeamStripProps {
  /** The other member who works on the case. */
  holder: string | undefined;
  idle: Idle | undefined;
  /** Undefined until the case was read. */
  details: CaseDetails | undefined;
}

/** Shows above a case what the team does with it: who works on it, whom it is assigned to, a conflict of decisions, a second review, a question, and that it is about to be free for others. */
export function TeamStrip({ holder, idle, details }: TeamStripProps) {
  const assigned = details?.row.assigned;
  const conflict = details && conflictText(details);
  const question = details && questionText(details);
  const review = details && secondReviewText(details);
  const deleted = details && deletedByOther(details);
  if ([holder, idle, assigned, conflict, question, review, deleted].every((one) => one === undefined)) {
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
      aria-label="Team"
    >
      {deleted !== undefined && (
        <Flex component="span" align="center" gap={8} miw={0} role="status">
          <IconTrash size={15} aria-hidden color="var(--status-caution)" />
          <span>
            <OutsideText text={deleted.actor} max={80} />
            {' deleted the data of this case at the service '}
            <Time at={deleted.at} />.
          </span>
        </Flex>
      )}
      {conflict !== undefined && (
        <Flex component="span" align="center" gap={8} miw={0}>
          <IconAlertTriangle size={15} aria-hidden color="var(--status-caution)" />
          <span className={layout.strong} role="alert">
            <OutsideText text={conflict} max={600} />
          </span>
        </Flex>
      )}
      {question !== undefined && (
        <Flex component="span" align="center" gap={8} miw={0} role="status">
          <IconMessageQuestion size={15} aria-hidden color="var(--status-caution)" />
          <span className={layout.strong}>
            <OutsideText text={question} max={4100} />
          </span>
        </Flex>
      )}
      {review !== undefined && (
        <Flex component="span" align="center" gap={8} miw={0} role="status">
          <IconUsers size={15} aria-hidden color="var(--status-caution)" />
          <span className={layout.strong}>
            <OutsideText text={review} max={600} />
          </span>
        </Flex>
      )}
      {holder !== undefined && (
        <Flex component="span" align="center" gap={8} role="status">
          <IconUser size={15} aria-hidden color="var(--status-caution)" />
          <span>
            <strong>
              <OutsideText text={holder} max={80} />
            </strong>
            {' of your team works on this case now.'}
          </span>
        </Flex>
      )}
      {assigned !== undefined && (
        <Flex component="span" align="center" gap={8} miw={0}>
          <IconUserShare size={15} aria-hidden color="var(--text-quiet)" />
          <OutsideText text={assignmentText(assigned)} max={400} />
        </Flex>
      )}
      {idle !== undefined && (
        <Flex component="span" align="center" gap={8} role="status">
          <IconClockPause size={15} aria-hidden color="var(--status-caution)" />
          {idleTexts[idle]}
        </Flex>
      )}
    </Flex>
  );
}
