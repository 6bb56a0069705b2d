import { Button } from '@mantine/core';
import type { DatabaseVerificationReading } from '../../../preload/contract/conversations.ts';
import type { FailureView } from '../../../preload/contract/envelope.ts';
import type { Result } from '../../../preload/contract/service/conversation.ts';
import type { DatabaseSource } from '../../../preload/contract/service/database-verification.ts';
import {
  sourceMatchWord,
  sourceStatusWord,
  sourceTypeWord,
  sourceUseCaseWord,
} from '../../../preload/contract/service/words-results.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { JsonTree } from '../../ui/json-tree.tsx';
import { SkeletonLines } from '../../ui/waiting.tsx';
import { WordBadge } from '../../ui/word-badge.tsx';
import classes from '../conversations.module.css';
import { CauseList } from './causes.tsx';
import { hasMembers } from './members.tsx';
import { Notes } from './notes.tsx';
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
  if (failure && failure.code !== 'cancelled') return <FailureNotice failure={failure} onRetry={load} />;
  if (!sources) {
    if (busy) return <SkeletonLines lines={3} />;
    return (
      <div className={classes.stack}>
        <p className={classes.quiet}>
          The sources have results once the status is Finished or Failed. They stand in a reply of their own.
        </p>
        <Button variant="default" onClick={load}>
          Ask for the sources
        </Button>
      </div>
    );
  }
  const { source, ...others } = sources.info;
  return (
    <div className={classes.stack}>
      <Notes notes={sources.notes} />
      {source === undefined || source.length === 0 ? (
        <p className={classes.quiet}>The service names no source.</p>
      ) : (
        <div className={classes.tableHolder}>
          <table className={classes.table}>
            <caption>Sources</caption>
            <thead>
              <tr>
                <th scope="col">Source</th>
                <th scope="col">Match</th>
                <th scope="col">Status</th>
                <th scope="col">Type</th>
                <th scope="col">Use case</th>
              </tr>
            </thead>
            <tbody>
              {source.map((entry, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: sources may repeat and never change their order
                <SourceRows key={index} entry={entry} path={`source[${index}]`} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {hasMembers(others) && <JsonTree value={others} path="databaseVerification" />}
    </div>
  );
}

function SourceRows({ entry, path }: { entry: DatabaseSource; path: string }) {
  const { name, status, sourceName, sourceType, sourceMatchResult, errors = [], ...others } = entry;
  const more = errors.length > 0 || hasMembers(others);
  return (
    <>
      <tr>
        <th scope="row">
          <span className={classes.strong}>{sourceName ?? 'not named'}</span>
        </th>
        <td>
          {sourceMatchResult === undefined ? (
            <span className={classes.quiet}>no result</span>
          ) : (
            <WordBadge word={sourceMatchWord(sourceMatchResult)} value={sourceMatchResult} />
          )}
        </td>
        <td>
          <WordBadge word={sourceStatusWord(status)} value={status} />
        </td>
        <td>{sourceTypeWord(sourceType).label}</td>
        <td>{sourceUseCaseWord(name).label}</td>
      </tr>
      {more && (
        <tr>
          <td colSpan={5}>
            {errors.length > 0 && <CauseList codes={errors} of={sourceName ?? 'a source'} />}
            {hasMembers(others) && <JsonTree value={others} path={path} open={0} />}
          </td>
        </tr>
      )}
    </>
  );
}
