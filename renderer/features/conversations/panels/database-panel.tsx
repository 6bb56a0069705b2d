import { Button } from '@mantine/core';
import type { DatabaseVerificationReading } from '../../../../preload/contract/conversations.ts';
import type { Result } from '../../../../preload/contract/service/conversation.ts';
import type { DatabaseSource } from '../../../../preload/contract/service/database-verification.ts';
import { visibleText } from '../../../../preload/contract/service/visible-text.ts';
import { failuresFirst } from '../../../../preload/wording/failures-first.ts';
import {
  sourceMatchTerm,
  sourceStatusTerm,
  sourceTypeTerm,
  sourceUseCaseTerm,
} from '../../../../preload/wording/results.ts';
import type { Tone } from '../../../../preload/wording/terms.ts';
import type { BridgeQuery } from '../../../bridge/use-bridge.tsx';
import { JsonTree } from '../../../ui/json-tree.tsx';
import layout from '../../../ui/layout.module.css';
import { FailureNotice } from '../../../ui/notices.tsx';
import { OutsideText } from '../../../ui/outside-text.tsx';
import { ReadingNotesView } from '../../../ui/reading-notes.tsx';
import { TermBadge } from '../../../ui/status-badge.tsx';
import { SkeletonLines } from '../../../ui/waiting.tsx';
import classes from '../conversations.module.css';
import { CauseList } from './causes.tsx';
import { type Column, EntryTable } from './entry-table.tsx';
import { hasMembers } from './members.tsx';
import { ProductSection } from './product-section.tsx';

const columns: readonly Column<DatabaseSource>[] = [
  {
    label: 'Source',
    member: 'sourceName',
    show: ({ sourceName }) => (
      <span className={layout.strong}>
        {sourceName === undefined ? 'not named' : <OutsideText text={sourceName} />}
      </span>
    ),
  },
  {
    label: 'Match',
    member: 'sourceMatchResult',
    show: ({ sourceMatchResult: match }) =>
      match === undefined ? (
        <span className={layout.quiet}>no result</span>
      ) : (
        <TermBadge term={sourceMatchTerm(match)} value={match} />
      ),
  },
  {
    label: 'Status',
    member: 'status',
    show: ({ status }) => <TermBadge term={sourceStatusTerm(status)} value={status} />,
  },
  { label: 'Type', member: 'sourceType', show: ({ sourceType }) => sourceTypeTerm(sourceType).label },
  { label: 'Use case', member: 'name', show: ({ name }) => sourceUseCaseTerm(name).label },
];

export type DatabaseSources = Pick<
  BridgeQuery<DatabaseVerificationReading>,
  'data' | 'busy' | 'failure' | 'refresh'
>;

interface DatabasePanelProps {
  product: NonNullable<Result['databaseVerification']>;
  database: DatabaseSources;
}

/** Database verification: the status from the conversation, each source from its own call (interface 4.8). */
export function DatabasePanel({ product, database }: DatabasePanelProps) {
  return (
    <ProductSection name="databaseVerification" product={product}>
      <Sources {...database} />
    </ProductSection>
  );
}

function Sources({ data, busy, failure, refresh }: DatabaseSources) {
  if (failure && failure.code !== 'cancelled') {
    return <FailureNotice failure={failure} onRetry={refresh} />;
  }
  if (!data) {
    if (busy) {
      return <SkeletonLines lines={3} />;
    }
    return (
      <div className={classes.stack}>
        <p className={layout.quiet}>
          Results of the sources are available once the status is Finished or Failed. They are read
          separately.
        </p>
        <Button onClick={refresh}>Load sources</Button>
      </div>
    );
  }
  const { source, ...others } = data.info;
  return (
    <div className={classes.stack}>
      <ReadingNotesView notes={data.notes} />
      {source === undefined || source.length === 0 ? (
        <p className={layout.quiet}>The response lists no sources.</p>
      ) : (
        <EntryTable
          entries={failuresFirst(source, worstOf)}
          path="source"
          columns={columns}
          label="Sources"
          hasCaption
          below={{
            member: 'errors',
            show: ({ errors = [], sourceName }) =>
              errors.length > 0 && (
                <CauseList
                  codes={errors}
                  of={sourceName === undefined ? 'a source' : visibleText(sourceName, 80)}
                />
              ),
          }}
        />
      )}
      {hasMembers(others) && <JsonTree value={others} path="databaseVerification" />}
    </div>
  );
}

/** Returns the tone of a source: no answer counts more than a match in part. */
function worstOf({ status, sourceMatchResult }: DatabaseSource): Tone {
  const match = sourceMatchTerm(sourceMatchResult).tone;
  return sourceStatusTerm(status).tone === 'bad' && match !== 'good' ? 'bad' : match;
}
