import { decisionLabels } from '../../../../preload/wording/cases.ts';
import { reasonLabel } from '../../../../preload/wording/decisions.ts';
import { withdrawnLabel } from '../../../../preload/wording/reports.ts';
import type { HandlersOf } from '../../../bridge/handlers.ts';
import type { Host } from '../../../bridge/host.ts';
import { saveContent } from '../../../bridge/save-content.ts';
import { csvHeading, csvLine } from '../../../common/csv.ts';
import { isoTime } from '../../../common/iso-time.ts';
import type { CaseStore } from '../case-store.ts';

interface ReportHandlerDeps {
  cases: Pick<CaseStore, 'request'>;
  host: Pick<Host, 'saveFile'>;
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

/** Returns the operations `reports.*`. None of them calls a service. */
export function reportHandlers({ cases, host, now }: ReportHandlerDeps): HandlersOf<'reports'> {
  return {
    'reports.decisions': (input) => cases.request('decisionReport', input),
    'reports.open': (input) => cases.request('openReport', { ...input, at: now() }),
    async 'reports.export'(input, { signal }) {
      const { decisions } = await cases.request('reportedDecisions', input);
      const { reasons } = await cases.request('settings', input);
      const lines = decisions.map(({ kind, reason, ...decision }) =>
        csvLine([
          isoTime(decision.at),
          decision.resultAt === undefined ? '' : isoTime(decision.resultAt),
          decision.reviewer,
          kind === 'withdrawn' ? withdrawnLabel : decisionLabels[kind],
          reason ?? '',
          kind === 'withdrawn' || reason === undefined ? '' : reasonLabel(kind, reason, reasons),
          decision.comment ?? '',
          decision.userKey ?? '',
          decision.conversationId,
        ]),
      );
      return saveContent(
        host,
        {
          fileName: `decisions-${isoTime(now()).slice(0, 10)}.csv`,
          contentType: 'text/csv; charset=utf-8',
          content: () => [csvHeading(header), ...lines],
        },
        signal,
      );
    },
  };
}
