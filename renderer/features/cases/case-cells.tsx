import {
  IconAlertTriangle,
  IconCalendarClock,
  IconChecks,
  IconNote,
  IconPointFilled,
  IconUser,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CaseSettings } from '../../../preload/contract/case-settings.ts';
import type { CaseRow } from '../../../preload/contract/cases.ts';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import type { CaseColumnId } from '../../../preload/wording/case-columns.ts';
import { assessmentTerm, assignmentText, stateTerm } from '../../../preload/wording/case-terms.ts';
import { decisionLabels, findingTexts, sinceDecidedText } from '../../../preload/wording/cases.ts';
import { countryName } from '../../../preload/wording/country-names.ts';
import { spokenShape } from '../../../preload/wording/mask-shape.ts';
import { personShape } from '../../../preload/wording/person.ts';
import { productTerm } from '../../../preload/wording/products.ts';
import { findingLines } from '../../../preload/wording/settlements.ts';
import { conversationStatusTerm } from '../../../preload/wording/statuses.ts';
import { counted } from '../../../preload/wording/terms.ts';
import { ageOf, ageText, spokenAge, waitingReasonLabel } from '../../../preload/wording/waiting.ts';
import { AssessmentChip, StateBadge } from '../../ui/assessment-chip.tsx';
import layout from '../../ui/layout.module.css';
import classes from './case-table.module.css';
import type { ListTimes } from './list-times.ts';

/** The longest external text in a cell, in characters. */
const maxText = 120;

const reviewedText = 'Reviewed in a queue';
const changedText = 'Changed since it was opened';

interface CellContext {
  times: ListTimes;
  /** True if names are shown unmasked. */
  revealed: boolean;
  /** Undefined until they are read. */
  settings: CaseSettings | undefined;
  /** The other members of the team who work on cases. */
  holders: ReadonlyMap<string, string>;
}

/** The content of each column. Plain elements only: hundreds of cells are created while the list scrolls. */
export const caseCells: Readonly<Record<CaseColumnId, (row: CaseRow, context: CellContext) => ReactNode>> = {
  verdict: (row) => (
    <span className={classes.parts}>
      <AssessmentChip verdict={row.verdict} findings={row.findings} findingCount={row.findingCount} />
      {row.changed && <IconPointFilled size={12} color="var(--accent)" role="img" aria-label={changedText} />}
      {row.reviewedAt !== undefined && (
        <span className={layout.quiet} role="img" aria-label={reviewedText}>
          <span title={reviewedText}>
            <IconChecks size={14} aria-hidden />
          </span>
        </span>
      )}
    </span>
  ),
  person({ person }, { revealed }) {
    if (person === undefined) {
      // The head of its row needs a name.
      return (
        <span className={layout.quiet} role="img" aria-label="No name">
          –
        </span>
      );
    }
    const { name, birthDate } = person;
    const text = revealed ? (name ?? 'No name') : personShape(name, birthDate);
    return (
      <span className={classes.parts} {...(revealed && { 'data-personal': true })}>
        <bdi {...(!revealed && { role: 'img', 'aria-label': spokenShape(text) })}>
          {visibleText(text, maxText)}
        </bdi>
        {revealed && birthDate !== undefined && (
          <span className={layout.quiet}>{visibleText(birthDate, maxText)}</span>
        )}
      </span>
    );
  },
  reviewer: ({ reviewer }) =>
    reviewer === undefined ? nothing : quiet(visibleText(reviewer, maxText), visibleText(reviewer, maxText)),
  assigned({ conversationId, assigned }, { holders }) {
    const holder = holders.get(conversationId);
    if (assigned === undefined && holder === undefined) {
      return nothing;
    }
    return (
      <span className={classes.parts}>
        {holder !== undefined && (
          <span title={workedOn(holder)}>
            <IconUser size={13} aria-hidden /> {visibleText(holder, maxText)}
          </span>
        )}
        {assigned &&
          (assigned.isRole || assigned.name !== holder) &&
          quiet(assigned.isMe ? 'You' : visibleText(assigned.name, maxText), assignmentText(assigned))}
      </span>
    );
  },
  // User keys are pseudonyms, and not masked.
  userKey({ userKey }) {
    if (userKey === undefined) {
      return nothing;
    }
    const text = visibleText(userKey, maxText);
    return (
      <span className={layout.smallMono} title={text}>
        <bdi>{text}</bdi>
      </span>
    );
  },
  products({ products }) {
    const names = products.map(({ name }) => productTerm(name).label).join(', ');
    return names === '' ? nothing : quiet(names, names);
  },
  findings({ findings, findingCount, settled = [] }) {
    if (findings.length === 0) {
      return nothing;
    }
    const texts = findingTexts(findings);
    const more = findingCount - findingLines(findings).length;
    return (
      <span className={classes.parts}>
        <span title={texts.join('\n')}>{texts.join(' · ')}</span>
        {more > 0 && <span className={layout.quiet}>+{more}</span>}
        {settled.length > 0 && <span className={layout.quiet}>{settled.length} settled</span>}
      </span>
    );
  },
  country({ countries }) {
    const named = countries.map((code) => `${countryName(code) ?? 'Unknown country'} (${code})`).join('\n');
    return countries.length === 0 ? nothing : <span title={named}>{countries.join(', ')}</span>;
  },
  status({ status }) {
    if (status === undefined) {
      return nothing;
    }
    const { label, sentence } = conversationStatusTerm(status);
    return quiet(label, sentence);
  },
  added: ({ firstSeenAt }, { times }) => moment(firstSeenAt, times),
  opened: ({ openedAt }, { times }) => moment(openedAt, times),
  read: ({ readAt }, { times }) => moment(readAt, times),
  changed: ({ changedAt }, { times }) => moment(changedAt, times),
  decided({ decision, sinceDecided, conflict, secondReview }, { times }) {
    if (decision === undefined) {
      return nothing;
    }
    return (
      <span className={classes.parts}>
        <span className={layout.strong}>{decisionLabels[decision.kind]}</span>
        {secondReview ? (
          <Conflict text="differs" title="Decided differently in a second review" />
        ) : conflict ? (
          <Conflict text="conflict" title="Decided by several people without knowledge of each other" />
        ) : sinceDecided ? (
          <span
            className={classes.since}
            data-tone="caution"
            title={`Changed since decided: ${sinceDecidedText(sinceDecided)}`}
          >
            <IconAlertTriangle size={13} aria-hidden />
            changed
          </span>
        ) : (
          moment(decision.at, times)
        )}
      </span>
    );
  },
  age(row, { times, settings }) {
    if (!isOpen(row)) {
      return nothing;
    }
    const ms = ageOf(row, Date.now());
    const since = `Result of ${times.full(row.ageFrom)}`;
    return isOverTarget(row, ms, settings) ? (
      <span
        className={classes.since}
        data-tone="caution"
        title={`Over the target of ${settings?.targetHours} hours. ${since}`}
      >
        <IconAlertTriangle size={13} role="img" aria-label="Over target" />
        {ageText(ms)}
      </span>
    ) : (
      quiet(ageText(ms), since)
    );
  },
  state(row, { settings, holders }) {
    const { waiting, followUp } = row;
    const holder = holders.get(row.conversationId);
    const reason =
      waiting?.reason === undefined ? [] : [waitingReasonLabel(waiting.reason, settings?.waitingReasons)];
    const title = [...reason, ...(followUp ? [`Follow-up on ${followUp.on}: ${followUp.reason}`] : [])].join(
      '\n',
    );
    return (
      <span className={classes.parts} title={title}>
        <span style={{ flex: 'none' }}>{stateTerm(row) ? <StateBadge row={row} /> : nothing}</span>
        {holder !== undefined && (
          <span className={layout.quiet} title={workedOn(holder)}>
            <IconUser size={13} aria-hidden />
          </span>
        )}
        {followUp && (
          <span className={layout.quiet}>
            {followUp.isDue ? (
              'due'
            ) : (
              <IconCalendarClock size={14} role="img" aria-label={`Follow-up on ${followUp.on}`} />
            )}
          </span>
        )}
      </span>
    );
  },
  labels({ labels, noteCount }) {
    if (labels.length === 0 && noteCount === 0) {
      return nothing;
    }
    const [first, ...others] = labels.map((label) => visibleText(label, maxText));
    return (
      <span className={classes.parts}>
        {first !== undefined && (
          <span className={classes.label} title={first}>
            {first}
          </span>
        )}
        {others.length > 0 && (
          <span className={layout.quiet} title={others.join('\n')}>
            +{others.length}
          </span>
        )}
        {noteCount > 0 && (
          <span className={layout.quiet} title={counted(noteCount, 'note')}>
            <IconNote size={14} aria-hidden />
            {noteCount}
          </span>
        )}
      </span>
    );
  },
  conversationId: ({ conversationId }) => (
    <code className={layout.smallMono}>{visibleText(conversationId, maxText)}</code>
  ),
};

/**
 * Returns a row as sentences for screen readers, which read a row with the focus as a whole: “Issues: Sanctions hit, 2 more. Kowalska, Anna, 1979.
 * Finland. To review, 2 days.”
 */
export function spokenRow(row: CaseRow, { revealed, settings, holders }: Omit<CellContext, 'times'>): string {
  const { verdict, person, userKey, conversationId, countries, waiting, followUp, labels, noteCount } = row;
  const { text } = assessmentTerm(row);
  const { label } = assessmentTerm({ verdict });
  const year = /^\d{4}(?=-)/.exec(person?.birthDate ?? '')?.[0];
  const name = !person
    ? (userKey ?? conversationId)
    : revealed
      ? [person.name ?? 'No name', year].filter(Boolean).join(', ')
      : spokenShape(personShape(person.name, person.birthDate));
  const ms = isOpen(row) ? ageOf(row, Date.now()) : undefined;
  const state = [
    stateTerm(row)?.label,
    waiting?.reason && waitingReasonLabel(waiting.reason, settings?.waitingReasons),
    row.sinceDecided && 'changed since decided',
    ms !== undefined && spokenAge(ms),
    ms !== undefined && isOverTarget(row, ms, settings) && 'over target',
    followUp && `${followUp.isDue ? 'due' : 'follow-up'} ${followUp.on}`,
  ];
  return [
    text === label ? label : `${label}: ${text}`,
    visibleText(name, maxText),
    countries.map((code) => countryName(code) ?? code).join(', '),
    state.filter(Boolean).join(', '),
    holders.has(conversationId) && workedOn(holders.get(conversationId) ?? ''),
    row.assigned && assignmentText(row.assigned),
    row.changed && changedText,
    row.reviewedAt !== undefined && reviewedText,
    labels.map((one) => visibleText(one, maxText)).join(', '),
    noteCount > 0 && counted(noteCount, 'note'),
  ]
    .filter(Boolean)
    .map((part) => `${part}.`)
    .join(' ');
}

function Conflict({ text, title }: { text: string; title: string }) {
  return (
    <span className={classes.since} data-tone="caution" title={title}>
      <IconAlertTriangle size={13} aria-hidden />
      {text}
    </span>
  );
}

function workedOn(holder: string): string {
  return `${visibleText(holder, maxText)} works on this case`;
}

function isOpen({ decision, sinceDecided, conflict, secondReview }: CaseRow): boolean {
  return [sinceDecided, conflict, secondReview].some((one) => one !== undefined) || decision === undefined;
}

function isOverTarget({ waiting }: CaseRow, ms: number, settings: CaseSettings | undefined): boolean {
  const hours = settings?.targetHours;
  return hours !== undefined && ms > hours * 3_600_000 && waiting === undefined;
}

const nothing = (
  <span className={layout.quiet} aria-hidden>
    –
  </span>
);

function quiet(text: string, title?: string): ReactNode {
  return (
    <span className={layout.quiet} title={title}>
      {text}
    </span>
  );
}

function moment(at: number | undefined, times: ListTimes): ReactNode {
  return at === undefined ? (
    nothing
  ) : (
    <time dateTime={new Date(at).toISOString()} title={times.full(at)} className={layout.quiet}>
      {times.short(at)}
    </time>
  );
}
