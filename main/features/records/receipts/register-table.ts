import type { PlanStep, RegisterFilter } from '../../../../preload/contract/deletion-runs.ts';
import type { ReceiptRow } from '../../../../preload/contract/receipts.ts';
import { localDay } from '../../../../preload/shared/calendar.ts';
import {
  planText,
  reasonText,
  receiptOutcomeText,
  unsentText,
} from '../../../../preload/wording/deletion-runs.ts';
import { isoTime } from '../../../common/iso-time.ts';
import { maxAttached } from '../print/printer.ts';
import type { PrintedTable } from '../print/table-document.ts';
import { attachedText } from './receipt-file.ts';

/** A request of a run that has no receipt, since it was not sent or was refused. */
export interface UnsentRow {
  environmentId: string;
  environmentName: string;
  mode: PlanStep;
  reason: string;
  ticket?: string | undefined;
  runId: string;
  /** ISO 8601: when the run was started. */
  at: string;
  user: string;
  /** The reason why nothing was sent, or the end of the request: a reason of `UnsentLine`, or an outcome. */
  outcome: string;
  line?: number | undefined;
  conversationId?: string | undefined;
}

interface RegisterSource {
  filter: RegisterFilter;
  environmentName: string | undefined;
  /** The first rows, and the number of all. */
  receipts: { rows: readonly ReceiptRow[]; total: number };
  unsent: { rows: readonly UnsentRow[]; total: number };
  attachment: Uint8Array | undefined;
  /** The system user. */
  actor: string;
  /** Milliseconds since the epoch. */
  now: number;
}

/** Returns the register for printing: its receipts, then what was asked for without one. */
export function registerTable(source: RegisterSource): PrintedTable {
  const { filter, environmentName, receipts, unsent, attachment, actor, now } = source;
  const { from, to, mode, reason, user, text } = filter;
  const facts: [string, string | undefined][] = [
    ['Environment', environmentName ?? 'All'],
    ['Period', from === undefined && to === undefined ? 'All' : `${dayOf(from)} to ${dayOf(to)}`],
    ['Action', mode && planText([mode])],
    ['Reason', reason && reasonText(reason)],
    ['By', user],
    ['Search', text],
    ['Made', `${isoTime(now)} by ${actor}`],
    ['Entries', (receipts.total + unsent.total).toLocaleString('en')],
    ['Without a receipt', unsent.total.toLocaleString('en')],
    ['Receipts', attachedText(receipts.total, receipts.total > maxAttached)],
  ];
  const remaining = receipts.total + unsent.total - receipts.rows.length - unsent.rows.length;
  return {
    title: 'Register of deletions',
    subject: 'Register of deletions',
    facts: facts.filter((fact): fact is [string, string] => fact[1] !== undefined),
    columns: [
      { title: 'No.', width: 30 },
      { title: 'When (UTC)', width: 85 },
      { title: 'Environment', width: 65 },
      { title: 'Conversation', width: 120 },
      { title: 'Action, outcome', width: 100 },
      { title: 'Reason, by', width: 105 },
    ],
    rows: [
      ...receipts.rows.map((row) => [
        String(row.number),
        minuteOf(row.askedAt),
        row.environmentName,
        row.conversationId,
        `${planText([row.mode])}: ${receiptOutcomeText(row)}`,
        `${reasonText(row.reason)}${row.ticket === undefined ? '' : ` (${row.ticket})`}, ${row.user}`,
      ]),
      ...unsent.rows.map((row) => [
        '',
        minuteOf(row.at),
        row.environmentName,
        row.conversationId ?? (row.line === undefined ? '' : `Line ${row.line}`),
        `${planText([row.mode])}: ${unsentText(row.outcome)}`,
        `${reasonText(row.reason)}${row.ticket === undefined ? '' : ` (${row.ticket})`}, ${row.user}`,
      ]),
    ],
    note:
      remaining > 0 ? `${remaining.toLocaleString('en')} more are in the CSV and JSON exports.` : undefined,
    attachment,
    madeAt: now,
  };
}

function dayOf(at: number | undefined): string {
  return at === undefined ? '…' : localDay(at);
}

function minuteOf(iso: string): string {
  return iso.slice(0, 16).replace('T', ' ');
}
