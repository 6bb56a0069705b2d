import { Button } from '@mantine/core';
import type { CaseDetails } from '../../../preload/contract/cases.ts';
import { decisionLabels, identifierNames } from '../../../preload/wording/cases.ts';
import { counted, listed } from '../../../preload/wording/terms.ts';
import layout from '../../ui/layout.module.css';
import { OutsideText } from '../../ui/outside-text.tsx';
import { Time } from '../../ui/time.tsx';
import { VerdictChip } from '../../ui/verdict-chip.tsx';
import classes from './comparing.module.css';

interface CaseLinksProps {
  details: CaseDetails;
  onOpen(conversationId: string): void;
  onCompare(otherId: string): void;
  onReads(): void;
}

/** Other cases of the same person with their outcome, and the earlier reads of this case. Renders nothing without either. */
export function CaseLinks({ details, onOpen, onCompare, onReads }: CaseLinksProps) {
  const { seenBefore, reads } = details;
  return (
    <>
      {seenBefore.length > 0 && (
        <section className={classes.links} aria-label="Seen before">
          <h2 className={classes.heading}>Seen before</h2>
          <ul className={classes.list}>
            {seenBefore.slice(0, 20).map(({ conversationId, by, verdict, decision, openedAt }) => (
              <li key={conversationId} className={classes.other}>
                <div className={layout.wrappingRow}>
                  <VerdictChip verdict={verdict} />
                  <span>{decision ? decisionLabels[decision.kind] : 'No decision'}</span>
                  {openedAt !== undefined && <Time at={openedAt} />}
                </div>
                <p className={classes.same}>
                  Same {listed(by.map((kind) => identifierNames[kind]))}:{' '}
                  <code>
                    <OutsideText text={conversationId} max={64} />
                  </code>
                </p>
                <div className={layout.wrappingRow}>
                  <Button size="compact-sm" onClick={() => onOpen(conversationId)}>
                    Open
                  </Button>
                  <Button size="compact-sm" onClick={() => onCompare(conversationId)}>
                    Compare
                  </Button>
                </div>
              </li>
            ))}
          </ul>
          {seenBefore.length > 20 && (
            <p className={classes.same}>{counted(seenBefore.length - 20, 'more case')}</p>
          )}
        </section>
      )}
      {reads.length > 0 && (
        <section className={classes.links} aria-label="Reads">
          <h2 className={classes.heading}>Reads</h2>
          <div className={layout.wrappingRow}>
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
          </div>
        </section>
      )}
    </>
  );
}
