import { verdicts } from '../../../../preload/contract/cases.ts';
import {
  type AgreementGroup,
  type DecisionGroup,
  isAboutPeople,
  type OpenAge,
  type ReportGrouping,
  reportedKind,
} from '../../../../preload/contract/reports.ts';
import type { TestGroup } from '../../../../preload/contract/test-cases.ts';
import { localDay } from '../../../../preload/shared/calendar.ts';
import { wilsonInterval } from '../../../../preload/shared/wilson.ts';
import { decisionLabels } from '../../../../preload/wording/cases.ts';
import { reasonLabel } from '../../../../preload/wording/decisions.ts';
import {
  ageText,
  agreementGroupText,
  groupText,
  withdrawnLabel,
} from '../../../../preload/wording/reports.ts';
import { testGroupText } from '../../../../preload/wording/test-cases.ts';
import type { HandlersOf } from '../../../bridge/handlers.ts';
import type { Host } from '../../../bridge/host.ts';
import { saveContent } from '../../../bridge/save-content.ts';
import { type CsvColumns, csvFile } from '../../../common/csv.ts';
import { Failure } from '../../../common/failure.ts';
import { isoTime } from '../../../common/iso-time.ts';
import type { CaseStore } from '../case-store.ts';
import type { ReportedDecision } from './reports.ts';

interface ReportHandlerDeps {
  cases: Pick<CaseStore, 'request'>;
  host: Pick<Host, 'saveFile'>;
  /** Returns whether figures about single people are permitted. */
  mayCountPeople(): Promise<boolean>;
  /** Milliseconds since the epoch. */
  now(): number;
}

const ageColumns: CsvColumns<OpenAge> = {
  age: ageText,
  to_review: ({ toReview }) => toReview,
  in_review: ({ inReview }) => inReview,
  waiting: ({ waiting }) => waiting,
  ...Object.fromEntries(
    verdicts.map((verdict) => [
      `assessment_${verdict.replace('-', '_')}`,
      ({ verdicts: counts }: OpenAge) => counts[verdict] ?? 0,
    ]),
  ),
};

const minutes = (ms: number | undefined) => (ms === undefined ? ms : (ms / 60_000).toFixed(1));
const groupColumns: CsvColumns<DecisionGroup> = {
  decided: ({ total }) => total,
  ...Object.fromEntries(
    reportedKind.options.map((kind) => [
      kind.replace('-', '_'),
      ({ counts }: DecisionGroup) => counts[kind] ?? 0,
    ]),
  ),
  median_minutes_to_decision: ({ medianMs }) => minutes(medianMs),
  median_minutes_on_case: ({ medianOnCaseMs }) => minutes(medianOnCaseMs),
};

/** Returns the columns of groups with their shares. @param names of the first columns */
function shareColumns<G extends { total: number; agreed: number }>(
  names: readonly [name: string, total: string, agreed: string],
  textOf: (group: G) => string,
): CsvColumns<G> {
  const round = (number: number) => Math.round(number * 1000) / 1000;
  return {
    [names[0]]: textOf,
    [names[1]]: ({ total }) => total,
    [names[2]]: ({ agreed }) => agreed,
    share: ({ agreed, total }) => round(agreed / total),
    share_low_95: ({ agreed, total }) => round(wilsonInterval(agreed, total).low),
    share_high_95: ({ agreed, total }) => round(wilsonInterval(agreed, total).high),
  };
}

/** Returns the operations `reports.*`. None of them calls a service. */
export function reportHandlers({
  cases,
  host,
  mayCountPeople,
  now,
}: ReportHandlerDeps): HandlersOf<'reports'> {
  const save = <Row>(name: string, columns: CsvColumns<Row>, rows: readonly Row[], signal: AbortSignal) =>
    saveContent(
      host,
      {
        fileName: `${name}-${localDay(now())}.csv`,
        contentType: 'text/csv; charset=utf-8',
        content: () => csvFile(columns, rows),
      },
      signal,
    );
  const checkPeople = async (by: ReportGrouping) => {
    if (isAboutPeople(by) && !(await mayCountPeople())) {
      throw new Failure({
        code: 'set-by-policy',
        message: 'Figures about single people are hidden in this console.',
        hint: 'The policy of a company can show them. The journal says who decided a case.',
      });
    }
  };
  return {
    'reports.people': async () => ({ permitted: await mayCountPeople() }),
    async 'reports.decisions'(input) {
      await checkPeople(input.by);
      return cases.request('decisionReport', input);
    },
    async 'reports.saveFigures'({ of, ...input }, { signal }) {
      if (of === 'age') {
        const { ages } = await cases.request('openReport', { ...input, at: now() });
        return save('open-by-age', ageColumns, ages, signal);
      }
      const by = of === 'agreement' || of === 'tests' ? 'decision' : of;
      await checkPeople(by);
      const { groups, agreement = [], tests = [] } = await cases.request('decisionReport', { ...input, by });
      const { reasons } = await cases.request('settings', input);
      if (of === 'agreement') {
        const columns = shareColumns(['first_decision', 'reviews', 'agreed'], (group: AgreementGroup) =>
          agreementGroupText(group, reasons),
        );
        return save('agreement-by-reason', columns, agreement, signal);
      }
      if (of === 'tests') {
        const columns = shareColumns<TestGroup>(['test_case', 'decided', 'as_they_should_be'], testGroupText);
        return save('test-cases', columns, tests, signal);
      }
      const columns = { [of]: (group: DecisionGroup) => groupText(group, of, reasons), ...groupColumns };
      return save(`decisions-by-${of}`, columns, groups, signal);
    },
    'reports.open': (input) => cases.request('openReport', { ...input, at: now() }),
    async 'reports.export'(input, { signal }) {
      const { decisions } = await cases.request('reportedDecisions', input);
      const { reasons } = await cases.request('settings', input);
      const isNamed = await mayCountPeople();
      const columns: CsvColumns<ReportedDecision> = {
        decided_at: ({ at }) => isoTime(at),
        result_at: ({ resultAt }) => (resultAt === undefined ? resultAt : isoTime(resultAt)),
        reviewer: ({ reviewer }) => (isNamed ? reviewer : ''),
        decision: ({ kind }) => (kind === 'withdrawn' ? withdrawnLabel : decisionLabels[kind]),
        reason_code: ({ reason }) => reason,
        reason: ({ kind, reason }) =>
          kind === 'withdrawn' || reason === undefined ? '' : reasonLabel(kind, reason, reasons),
        comment: ({ comment }) => comment,
        user_key: ({ userKey }) => userKey,
        conversation: ({ conversationId }) => conversationId,
      };
      return save('decisions', columns, decisions, signal);
    },
  };
}
