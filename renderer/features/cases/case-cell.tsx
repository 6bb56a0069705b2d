import { IconAlertTriangle, IconChecks, IconNote, IconPointFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CaseRow } from '../../../preload/contract/cases.ts';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import {
  caseStateLabels,
  decisionLabels,
  findingTexts,
  sinceDecidedText,
} from '../../../preload/wording/cases.ts';
import { countryName } from '../../../preload/wording/country-names.ts';
import { maskShape } from '../../../preload/wording/mask-shape.ts';
import { productTerm } from '../../../preload/wording/products.ts';
import { conversationStatusTerm } from '../../../preload/wording/statuses.ts';
import { VerdictChip } from '../../ui/verdict-chip.tsx';
import classes from './case-row.module.css';
import type { ColumnId } from './columns.ts';
import type { ListTimes } from './list-times.ts';

/** The longest external text in a cell, in characters. */
const maxText = 120;

const reviewedText = 'Reviewed in a queue';

interface CaseCellProps {
  column: ColumnId;
  row: CaseRow;
  times: ListTimes;
  /** True if user keys are shown unmasked. */
  revealed: boolean;
}

/** Shows one cell of a row. Uses plain elements only: hundreds of cells are created while the list scrolls. */
export function CaseCell({ column, row, times, revealed }: CaseCellProps): ReactNode {
  switch (column) {
    case 'verdict':
      return (
        <>
          <VerdictChip verdict={row.verdict} />
          {row.changed && (
            <IconPointFilled
              size={12}
              className={classes.changed}
              role="img"
              aria-label="Changed since it was opened"
            />
          )}
          {row.reviewedAt !== undefined && (
            <span className={classes.reviewed} role="img" aria-label={reviewedText} title={reviewedText}>
              <IconChecks size={14} aria-hidden />
            </span>
          )}
        </>
      );
    case 'userKey': {
      if (row.userKey === undefined) {
        return <Nothing />;
      }
      const shown = visibleText(revealed ? row.userKey : maskShape(row.userKey), maxText);
      return (
        <span className={classes.key} title={revealed ? shown : 'Masked'}>
          <bdi>{shown}</bdi>
        </span>
      );
    }
    case 'products': {
      const names = row.products.map(({ name }) => productTerm(name).label).join(', ');
      return names === '' ? <Nothing /> : <span title={names}>{names}</span>;
    }
    case 'findings':
      return <Findings row={row} />;
    case 'country': {
      const named = row.countries
        .map((code) => `${countryName(code) ?? 'Unknown country'} (${code})`)
        .join('\n');
      return row.countries.length === 0 ? <Nothing /> : <span title={named}>{row.countries.join(', ')}</span>;
    }
    case 'status': {
      if (row.status === undefined) {
        return <Nothing />;
      }
      const { label, sentence } = conversationStatusTerm(row.status);
      return <span title={sentence}>{label}</span>;
    }
    case 'added':
      return <Moment at={row.firstSeenAt} times={times} />;
    case 'opened':
      return <Moment at={row.openedAt} times={times} />;
    case 'read':
      return <Moment at={row.readAt} times={times} />;
    case 'changed':
      return <Moment at={row.changedAt} times={times} />;
    case 'decided':
      return row.decision === undefined ? (
        <Nothing />
      ) : (
        <>
          <span className={classes.strong}>{decisionLabels[row.decision.kind]}</span>
          {row.sinceDecided && (
            <span
              className={classes.since}
              title={`Changed since decided: ${sinceDecidedText(row.sinceDecided)}`}
            >
              <IconAlertTriangle size={13} aria-hidden />
              changed
            </span>
          )}
          {!row.sinceDecided && <Moment at={row.decision.at} times={times} />}
        </>
      );
    case 'state':
      return <span>{caseStateLabels[row.state]}</span>;
    case 'labels':
      return <Labels row={row} />;
    case 'conversationId':
      return <code className={classes.id}>{visibleText(row.conversationId, maxText)}</code>;
  }
}

function Findings({ row: { findings, findingCount } }: { row: CaseRow }) {
  if (findings.length === 0) {
    return <Nothing />;
  }
  const texts = findingTexts(findings);
  const more = findingCount - findings.length;
  return (
    <>
      <span title={texts.join('\n')}>{texts.join(' · ')}</span>
      {more > 0 && <span className={classes.more}>+{more}</span>}
    </>
  );
}

function Labels({ row: { labels, noteCount } }: { row: CaseRow }) {
  return (
    <>
      {labels.map((label) => (
        <span key={label} className={classes.label} title={visibleText(label, maxText)}>
          {visibleText(label, maxText)}
        </span>
      ))}
      {noteCount > 0 && (
        <span className={classes.notes} title={noteCount === 1 ? '1 note' : `${noteCount} notes`}>
          <IconNote size={14} aria-hidden />
          {noteCount}
        </span>
      )}
      {labels.length === 0 && noteCount === 0 && <Nothing />}
    </>
  );
}

function Moment({ at, times }: { at: number | undefined; times: ListTimes }) {
  return at === undefined ? (
    <Nothing />
  ) : (
    <time dateTime={new Date(at).toISOString()} title={times.full(at)} className={classes.time}>
      {times.short(at)}
    </time>
  );
}

function Nothing() {
  return (
    <span className={classes.nothing} aria-hidden>
      –
    </span>
  );
}
