import { Button, Flex, Group } from '@mantine/core';
import type { CaseDetails } from '../../../../preload/contract/cases.ts';
import { decisionLabels, identifierNames } from '../../../../preload/wording/cases.ts';
import { counted, listed } from '../../../../preload/wording/terms.ts';
import { AssessmentChip } from '../../../ui/assessment-chip.tsx';
import layout from '../../../ui/layout.module.css';
import { OutsideText } from '../../../ui/outside-text.tsx';
import { useGo } from '../../../ui/services.tsx';
import { Time } from '../../../ui/time.tsx';
import sidePanel from '../side-panel.module.css';

interface CaseLinksProps {
  details: CaseDetails;
  onCompare(otherId: string): void;
  onReads(): void;
}

/** Shows other cases of the same person with their outcome, and the earlier reads of this case. Renders nothing without either. */
export function CaseLinks({ details, onCompare, onReads }: CaseLinksProps) {
  const go = useGo();
  const { seenBefore, reads } = details;
  return (
    <>
      {seenBefore.length > 0 && (
        <Flex component="section" direction="column" gap={6} aria-label="Seen before">
          <h2 className={sidePanel.heading}>Seen before</h2>
          <Flex component="ul" direction="column" gap={10}>
            {seenBefore
              .slice(0, 20)
              .map(({ conversationId, by, otherUser, userKey, verdict, decision, reviewer, openedAt }) => (
                <Flex key={conversationId} component="li" direction="column" gap={4}>
                  <Group>
                    <AssessmentChip verdict={verdict} />
                    <span>
                      {decision ? decisionLabels[decision.kind] : 'No decision'}
                      {decision && reviewer !== undefined && (
                        <>
                          {' '}
                          by <OutsideText text={reviewer} max={40} />
                        </>
                      )}
                    </span>
                    {decision ? <Time at={decision.at} /> : openedAt !== undefined && <Time at={openedAt} />}
                  </Group>
                  <p className={`${layout.quietParagraph} ${layout.anywhere}`}>
                    {otherUser && userKey !== undefined ? (
                      <>
                        Another user, <OutsideText text={userKey} max={40} />, same{' '}
                      </>
                    ) : (
                      'Same '
                    )}
                    {listed(by.map((kind) => identifierNames[kind]))}:{' '}
                    <code>
                      <OutsideText text={conversationId} max={64} />
                    </code>
                  </p>
                  <Group>
                    <Button size="compact-sm" onClick={() => go({ page: 'conversations', conversationId })}>
                      Open
                    </Button>
                    <Button size="compact-sm" onClick={() => onCompare(conversationId)}>
                      Compare
                    </Button>
                  </Group>
                </Flex>
              ))}
          </Flex>
          {seenBefore.length > 20 && (
            <p className={`${layout.quietParagraph} ${layout.anywhere}`}>
              {counted(seenBefore.length - 20, 'more case')}
            </p>
          )}
        </Flex>
      )}
      {reads.length > 0 && (
        <Flex component="section" direction="column" gap={6} aria-label="Reads">
          <h2 className={sidePanel.heading}>Reads</h2>
          <Group>
            <span>
              {reads.length === 1 ? '1 kept' : `${reads.length} kept`}
              {reads[0] && (
                <>
                  , the last <Time at={reads[0].at} />
                </>
              )}
            </span>
            <Button size="compact-sm" onClick={onReads}>
              {reads.length > 1 ? 'Show what changed' : 'Show'}
            </Button>
          </Group>
        </Flex>
      )}
    </>
  );
}
