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
import type { ReactNode } from 'react';
import type { CaseDetails } from '../../../preload/contract/cases.ts';
import {
  conflictText,
  deletedByOther,
  questionText,
  secondReviewText,
} from '../../../preload/wording/case-in-team.ts';
import { assignmentText } from '../../../preload/wording/case-terms.ts';
import { Bar } from '../../ui/bar.tsx';
import layout from '../../ui/layout.module.css';
import { OutsideText } from '../../ui/outside-text.tsx';
import { Time } from '../../ui/time.tsx';
import { TakeOver } from './assign-form.tsx';
import type { Idle } from './use-claims.ts';

const idleTexts: Readonly<Record<Idle, string>> = {
  soon: 'No input for 25 minutes. In 5 minutes this case is free for the others of your team. What you entered stays.',
  ended:
    'No input for 30 minutes: this case is free for the others of your team. What you entered stays. Go on to take it again.',
};

interface TeamStripProps {
  conversationId: string;
  /** The other member who works on the case. */
  holder: string | undefined;
  idle: Idle | undefined;
  /** Undefined until the case was read. */
  details: CaseDetails | undefined;
}

/** Shows above a case what the team does with it: who works on it, whom it is assigned to, a conflict of decisions, a second review, a question, and that it is about to be free for others. */
export function TeamStrip({ conversationId, holder, idle, details }: TeamStripProps) {
  const assigned = details?.row.assigned;
  const conflict = details && conflictText(details);
  const question = details && questionText(details);
  const review = details && secondReviewText(details);
  const deleted = details && deletedByOther(details);
  if ([holder, idle, assigned, conflict, question, review, deleted].every((one) => one === undefined)) {
    return null;
  }
  return (
    <Bar columnGap={16} mih={36} mah="40vh" py={4} name="Team" className={layout.scrolls}>
      {deleted !== undefined && (
        <Note icon={IconTrash}>
          <span>
            <OutsideText text={deleted.actor} max={80} />
            {' deleted the data of this case at the service '}
            <Time at={deleted.at} />.
          </span>
        </Note>
      )}
      {conflict !== undefined && (
        <Note icon={IconAlertTriangle} role="alert">
          <strong>
            <OutsideText text={conflict} max={600} />
          </strong>
        </Note>
      )}
      {question !== undefined && (
        <Note icon={IconMessageQuestion}>
          <strong>
            <OutsideText text={question} max={4100} hasLines />
          </strong>
        </Note>
      )}
      {review !== undefined && (
        <Note icon={IconUsers}>
          <strong>
            <OutsideText text={review} max={600} />
          </strong>
        </Note>
      )}
      {holder !== undefined && (
        <Note icon={IconUser}>
          <span>
            <strong>
              <OutsideText text={holder} max={80} />
            </strong>
            {' of your team works on this case now.'}
          </span>
        </Note>
      )}
      {holder !== undefined && <TakeOver conversationId={conversationId} holder={holder} />}
      {assigned !== undefined && (
        <Note icon={IconUserShare} color="var(--text-quiet)">
          <OutsideText text={assignmentText(assigned)} max={400} hasLines />
        </Note>
      )}
      {idle !== undefined && <Note icon={IconClockPause}>{idleTexts[idle]}</Note>}
    </Bar>
  );
}

interface NoteProps {
  icon: typeof IconUser;
  color?: string;
  role?: 'status' | 'alert';
  children: ReactNode;
}

function Note({ icon: Icon, color = 'var(--status-caution)', role = 'status', children }: NoteProps) {
  return (
    <Flex component="span" align="center" gap={8} miw={0} role={role}>
      <Icon size={15} aria-hidden color={color} />
      {children}
    </Flex>
  );
}
