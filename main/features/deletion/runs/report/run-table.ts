import { itemOutcomes } from '../../../../../preload/contract/deletion-runs.ts';
import {
  outcomeLabels,
  planText,
  reasonText,
  unsentText,
} from '../../../../../preload/wording/deletion-runs.ts';
import { isoTime } from '../../../../common/iso-time.ts';
import type { PrintedTable } from '../../../records/print/table-document.ts';
import { bytesOf, maxAttached, maxPrinted } from '../../../records/print/table-printer.ts';
import { attachedText } from '../../../records/receipts/receipt-file.ts';
import type { RunItem } from '../store/records.ts';
import { jsonReport, type ReportSource } from './run-report.ts';

const pageSize = 500;
const columns = [
  { title: 'Conversation', width: 175 },
  { title: 'Action', width: 75 },
  { title: 'Outcome', width: 135 },
  { title: 'Request id', width: 120 },
];

/** Those that need attention come first. */
const printedOrder = itemOutcomes.toSorted((one, other) => rankOf(one) - rankOf(other));

function rankOf(outcome: (typeof itemOutcomes)[number]): number {
  return ['failed', 'unknown', 'refused', 'changed', 'accepted'].includes(outcome) ? 0 : 1;
}

/** Returns the report of a run for printing, with the JSON report attached. */
export async function runTable(source: ReportSource): Promise<PrintedTable> {
  const { run, outcomes, store, now } = source;
  const { runId } = run;
  const { total } = await store.request('items', { runId, outcome: undefined, from: 0, count: 1 });
  const receipts = await store.request('receipts', { filter: { runId }, from: 0, count: 1 });
  const items = await itemsOf(source);
  const count = Math.max(1, maxPrinted - items.length);
  const unsent = await store.request('unsent', { filter: { runId }, withItems: false, from: 0, count });
  const { ticket, actor } = run.texts;
  const ended = Object.values(outcomes).reduce((sum, one) => sum + one, 0);
  const left = total + unsent.total - items.length - unsent.rows.length;
  return {
    title: run.mode === 'EXPIRE' ? 'Expired conversations' : 'Deleted data',
    subject: `Run ${runId}`,
    facts: [
      ['Environment', `${run.environmentName} (${run.environmentKind}), ${run.baseUrl}`],
      ['Reason', reasonText(run.reason)],
      ...(ticket === undefined ? [] : [['Ticket', ticket] as const]),
      ['Started', `${isoTime(run.createdAt)} by ${actor}`],
      ['Report made', isoTime(now)],
      ['Run', runId],
      ['Conversations', total.toLocaleString('en')],
      ...itemOutcomes.flatMap((outcome) => countOf(outcomeLabels[outcome], outcomes[outcome] ?? 0)),
      ...countOf('Not finished', total - ended),
      ...countOf('Left out', unsent.total),
      ['Receipts', attachedText(receipts.total, receipts.total > maxAttached)],
    ],
    columns,
    rows: [
      ...items.map(({ conversationId, plan, outcome, detail, httpStatus, requestId = '' }) => {
        const ended = outcome === undefined ? 'Not finished' : outcomeLabels[outcome];
        const more = [httpStatus, detail].filter((part) => part !== undefined).join(', ');
        return [conversationId, planText(plan), more === '' ? ended : `${ended} (${more})`, requestId];
      }),
      ...unsent.rows.map(({ conversationId, line, outcome }) => {
        const place = line === undefined ? '' : `Line ${line.toLocaleString('en')}`;
        return [conversationId ?? place, '', `Not sent: ${unsentText(outcome)}`, conversationId ? place : ''];
      }),
    ],
    note: left > 0 ? `${left.toLocaleString('en')} more are in the CSV and JSON reports.` : undefined,
    attachment: receipts.total > maxAttached ? undefined : await bytesOf(jsonReport(source)),
    madeAt: now,
  };
}

function countOf(label: string, count: number): [string, string][] {
  return count === 0 ? [] : [[label, count.toLocaleString('en')]];
}

async function itemsOf({ run: { runId }, store }: ReportSource): Promise<RunItem[]> {
  const printed: RunItem[] = [];
  for (const outcome of printedOrder) {
    for (let from = 0; printed.length < maxPrinted; from += pageSize) {
      const count = Math.min(pageSize, maxPrinted - printed.length);
      const { items } = await store.request('items', { runId, outcome, from, count });
      printed.push(...items);
      if (items.length < count) {
        break;
      }
    }
  }
  return printed;
}
