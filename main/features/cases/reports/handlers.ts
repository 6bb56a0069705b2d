import { verdicts } from '../../../../preload/contract/cases.ts';
import { isAboutPeople, type ReportGrouping, reportedKind } from '../../../../preload/contract/reports.ts';
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
import { csvHeading, csvLine } from '../../../common/csv.ts';
import { Failure } from '../../../common/failure.ts';
import { isoTime } from '../../../common/iso-time.ts';
import type { CaseStore } from '../case-store.ts';

interface ReportHandlerDeps {
  cases: Pick<CaseStore, 'request'>;
  host: Pick<Host, 'saveFile'>;
  /** Returns whether figures about single people are permitted. */
  mayCountPeople(): Promise<boolean>;
  /** Milliseconds since the epoch. */
  now(): number;
}

const header = [
  'decided_at',
  'result_at',
  'reviewer',
  'decision',
  'reason_code',
  'reason',
  'comment',
  'user_key',
  'conversation',
];

const ageHeader = [
  'age',
  'to_review',
  'in_review',
  'waiting',
  ...verdicts.map((verdict) => `assessment_${verdict.replace('-', '_')}`),
];
const groupHeader = [
  'decided',
  ...reportedKind.options.map((kind) => kind.replace('-', '_')),
  'median_minutes_to_decision',
  'median_minutes_on_case',
];

/** Returns groups with their shares as CSV. @param header the names of the first columns */
function shareLines<G extends { total: number; agreed: number }>(
  header: readonly string[],
  groups: readonly G[],
  textOf: (group: G) => string,
): string[] {
  const lines = groups.map((group) => {
    const { total, agreed } = group;
    const { low, high } = wilsonInterval(agreed, total);
    const numbers = [total, agreed, agreed / total, low, high];
    return csvLine([textOf(group), ...numbers.map((number) => String(Math.round(number * 1000) / 1000))]);
  });
  return [csvHeading([...header, 'share', 'share_low_95', 'share_high_95']), ...lines];
}

/** Returns the operations `reports.*`. None of them calls a service. */
export function reportHandlers({
  cases,
  host,
  mayCountPeople,
  now,
}: ReportHandlerDeps): HandlersOf<'reports'> {
  const save = (name: string, content: string[], signal: AbortSignal) =>
    saveContent(
      host,
      {
        fileName: `${name}-${isoTime(now()).slice(0, 10)}.csv`,
        contentType: 'text/csv; charset=utf-8',
        content: () => content,
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
        const lines = ages.map(({ toReview, inReview, waiting, verdicts: counts, ...age }) =>
          csvLine([
            ageText(age),
            ...[toReview, inReview, waiting, ...verdicts.map((verdict) => counts[verdict] ?? 0)].map(String),
          ]),
        );
        return save('open-by-age', [csvHeading(ageHeader), ...lines], signal);
      }
      if (of === 'agreement' || of === 'tests') {
        const { agreement = [], tests = [] } = await cases.request('decisionReport', {
          ...input,
          by: 'decision',
        });
        const { reasons } = await cases.request('settings', input);
        return of === 'agreement'
          ? save(
              'agreement-by-reason',
              shareLines(['first_decision', 'reviews', 'agreed'], agreement, (group) =>
                agreementGroupText(group, reasons),
              ),
              signal,
            )
          : save(
              'test-cases',
              shareLines(['test_case', 'decided', 'as_they_should_be'], tests, testGroupText),
              signal,
            );
      }
      await checkPeople(of);
      const { groups } = await cases.request('decisionReport', { ...input, by: of });
      const { reasons } = await cases.request('settings', input);
      const minutes = (ms: number | undefined) => (ms === undefined ? '' : (ms / 60_000).toFixed(1));
      const lines = groups.map((group) =>
        csvLine([
          groupText(group, of, reasons),
          String(group.total),
          ...reportedKind.options.map((kind) => String(group.counts[kind] ?? 0)),
          ...[minutes(group.medianMs), minutes(group.medianOnCaseMs)],
        ]),
      );
      return save(`decisions-by-${of}`, [csvHeading([of, ...groupHeader]), ...lines], signal);
    },
    'reports.open': (input) => cases.request('openReport', { ...input, at: now() }),
    async 'reports.export'(input, { signal }) {
      const { decisions } = await cases.request('reportedDecisions', input);
      const { reasons } = await cases.request('settings', input);
      const isNamed = await mayCountPeople();
      const lines = decisions.map(({ kind, reason, ...decision }) =>
        csvLine([
          isoTime(decision.at),
          decision.resultAt === undefined ? '' : isoTime(decision.resultAt),
          isNamed ? decision.reviewer : '',
          kind === 'withdrawn' ? withdrawnLabel : decisionLabels[kind],
          reason ?? '',
          kind === 'withdrawn' || reason === undefined ? '' : reasonLabel(kind, reason, reasons),
          decision.comment ?? '',
          decision.userKey ?? '',
          decision.conversationId,
        ]),
      );
      return save('decisions', [csvHeading(header), ...lines], signal);
    },
  };
}
