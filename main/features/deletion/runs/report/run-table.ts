import { buffer } from 'node:stream/consumers';
import { itemOutcomes } from '../../../../../preload/contract/deletion-runs.ts';
import {
  outcomeLabels,
  planText,
  reasonText,
  unsentText,
} from '../../../../../preload/wording/deletion-runs.ts';
import { isoTime } from '../../../../common/iso-time.ts';
import { maxAttached, maxPrinted } from '../../../records/print/printer.ts';
import type { PrintedTable } from '../../../records/print/table-document.ts';
import { attachedText } from '../../../records/receipts/receipt-file.ts';
import type { StoredLine } from '../store/records.ts';
import { jsonReport, type ReportSource } from './run-report.ts';

const columns = [
  { title: 'Conversation', width: 175 },
  { title: 'Action', width: 75 },
  { title: 'Outcome', width: 135 },
  { title: 'Request id', width: 120 },
];

/** Returns the report of a run for printing, with the JSON report attached. Lines that need attention come first. */
export async function runTable(source: ReportSource): Promise<PrintedTable> {
  const { run, counts, store, now } = source;
  const { runId } = run;
  const page = { runId, from: 0, count: maxPrinted, isUrgentFirst: true };
  const { lines, total } = await store.request('lines', page);
  const receipts = await store.request('receipts', { filter: { runId }, from: 0, count: 1 });
  const { ticket, actor, approval } = run.texts;
  const left = total - lines.length;
  return {
    title: run.mode === 'EXPIRE' ? 'Expired conversations' : 'Deleted data',
    subject: `Run ${runId}`,
    facts: [
      ['Environment', `${run.environmentName} (${run.environmentKind}), ${run.baseUrl}`],
      ['Reason', reasonText(run.reason)],
      ...(ticket === undefined ? [] : [['Ticket', ticket] as const]),
      ['Started', `${isoTime(run.createdAt)} by ${actor}`],
      ...(approval === undefined
        ? []
        : ([
            ['Proposed by', approval.proposal.name],
            ['Approved by', approval.approval.name],
          ] as const)),
      ['Report made', isoTime(now)],
      ['Run', runId],
      ['Conversations', (total - counts.leftOut).toLocaleString('en')],
      ...itemOutcomes.flatMap((outcome) => countOf(outcomeLabels[outcome], counts.outcomes[outcome] ?? 0)),
      ...countOf('Not finished', counts.waiting + counts.underWay),
      ...countOf('Left out', counts.leftOut),
      ['Receipts', attachedText(receipts.total, receipts.total > maxAttached)],
    ],
    columns,
    rows: lines.map(rowOf),
    note: left > 0 ? `${left.toLocaleString('en')} more are in the CSV and JSON reports.` : undefined,
    attachment: receipts.total > maxAttached ? undefined : await buffer(jsonReport(source)),
    madeAt: now,
  };
}

function rowOf({ plan, outcome, detail, httpStatus, requestId = '', conversationId, line }: StoredLine) {
  const place = line === undefined ? '' : `Line ${line.toLocaleString('en')}`;
  const ended = outcome === undefined ? 'Not finished' : unsentText(outcome, plan.at(-1));
  if (plan.length === 0) {
    return [conversationId ?? place, '', `Not sent: ${ended}`, conversationId === undefined ? '' : place];
  }
  const more = [httpStatus, detail].filter((part) => part !== undefined).join(', ');
  return [conversationId ?? place, planText(plan), more === '' ? ended : `${ended} (${more})`, requestId];
}

function countOf(label: string, count: number): [string, string][] {
  return count === 0 ? [] : [[label, count.toLocaleString('en')]];
}
