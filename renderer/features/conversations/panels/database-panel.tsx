import { Button } from '@mantine/core';
import type { DatabaseVerificationReading } from '../../../../preload/contract/conversations.ts';
import type { FailureView } from '../../../../preload/contract/envelope.ts';
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
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { JsonTree } from '../../../ui/json-tree.tsx';
import layout from '../../../ui/layout.module.css';
import { LongTable } from '../../../ui/long-table.tsx';
import { OutsideText } from '../../../ui/outside-text.tsx';
import { ReadingNotesView } from '../../../ui/reading-notes.tsx';
import { TermBadge } from '../../../ui/term-badge.tsx';
import { SkeletonLines } from '../../../ui/waiting.tsx';
import classes from '../conversations.module.css';
import { CauseList } from './causes.tsx';
import { hasMembers } from './members.tsx';
import { ProductSection } from './product-section.tsx';

export interface DatabaseSources {
  sources: DatabaseVerificationReading | undefined;
  busy: boolean;
  failure: FailureView | undefined;
  load(): void;
}

interface DatabasePanelProps extends DatabaseSources {
  product: NonNullable<Result['databaseVerification']>;
}

/** Database verification: the status from the conversation, each source from its own call (interface 4.8). */
export function DatabasePanel({ product, ...sources }: DatabasePanelProps) {
  return (
    <ProductSection name="databaseVerification" product={product}>
      <Sources {...sources} />
    </ProductSection>
  );
}

function Sources({ sources, busy, failure, load }: DatabaseSources) {
  if (failure && failure.code !== 'cancelled') {
    return <FailureNotice failure={failure} onRetry={load} />;
  }
  if (!sources) {
    if (busy) {
      return <SkeletonLines lines={3} />;
    }
    return (
      <div className={classes.stack}>
        <p className={layout.quiet}>
          Results of the sources are available once the status is Finished or Failed. They are read
          separately.
        </p>
        <Button onClick={load}>Load sources</Button>
      </div>
    );
  }
  const { source, ...others } = sources.info;
  const sorted = failuresFirst(source ?? [], worstOf);
  return (
    <div className={classes.stack}>
      <ReadingNotesView notes={sources.notes} />
      {source === undefined || source.length === 0 ? (
        <p className={layout.quiet}>The reply lists no sources.</p>
      ) : (
        <LongTable
          caption="Sources"
          columns={['Source', 'Match', 'Status', 'Type', 'Use case']}
          count={source.length}
          estimate={36}
          row={(index) => {
            const { entry, index: given } = sorted[index] ?? { entry: {}, index };
            return <SourceRows entry={entry} path={`source[${given}]`} />;
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

function SourceRows({ entry, path }: { entry: DatabaseSource; path: string }) {
  const { name, status, sourceName, sourceType, sourceMatchResult, errors = [], ...others } = entry;
  const more = errors.length > 0 || hasMembers(others);
  return (
    <>
      <tr>
        <th scope="row">
          <span className={layout.strong}>
            {sourceName === undefined ? 'not named' : <OutsideText text={sourceName} />}
          </span>
        </th>
        <td>
          {sourceMatchResult === undefined ? (
            <span className={layout.quiet}>no result</span>
          ) : (
            <TermBadge term={sourceMatchTerm(sourceMatchResult)} value={sourceMatchResult} />
          )}
        </td>
        <td>
          <TermBadge term={sourceStatusTerm(status)} value={status} />
        </td>
        <td>{sourceTypeTerm(sourceType).label}</td>
        <td>{sourceUseCaseTerm(name).label}</td>
      </tr>
      {more && (
        <tr>
          <td colSpan={5}>
            {errors.length > 0 && (
              <CauseList
                codes={errors}
                of={sourceName === undefined ? 'a source' : visibleText(sourceName, 80)}
              />
            )}
            {hasMembers(others) && <JsonTree value={others} path={path} open={0} />}
          </td>
        </tr>
      )}
    </>
  );
}
