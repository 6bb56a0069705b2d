import { buffer } from 'node:stream/consumers';
import type { RegisterFilter } from '../../../../preload/contract/deletion-runs.ts';
import { omitUndefined } from '../../../../preload/contract/objects.ts';
import type { ReceiptRow } from '../../../../preload/contract/receipts.ts';
import { localDay } from '../../../../preload/shared/calendar.ts';
import type { HandlersOf } from '../../../bridge/handlers.ts';
import type { Host } from '../../../bridge/host.ts';
import { saveContent } from '../../../bridge/save-content.ts';
import { type CsvColumns, csvFile } from '../../../common/csv.ts';
import { Failure } from '../../../common/failure.ts';
import { inPages } from '../../../common/in-pages.ts';
import { isoTime } from '../../../common/iso-time.ts';
import type { ConsoleSigner } from '../console-key/console-key.ts';
import { maxAttached, maxPrinted, type Printer } from '../print/printer.ts';
import type { PrintedTable } from '../print/table-document.ts';
import { type KeptReceipt, opened, receiptContent, type StoredReceipt, sealedText } from './receipt.ts';
import { receiptFile, registerFormat, reportFile } from './receipt-file.ts';
import { registerTable, type UnsentRow } from './register-table.ts';

type Filter = RegisterFilter & { conversationId?: string | undefined };

export interface ReceiptHandlerDeps {
  /** Returns the receipts that a filter matches, newest first unless stated otherwise. */
  page(
    filter: Filter,
    from: number,
    count: number,
    order?: 'oldest-first',
  ): Promise<{ receipts: KeptReceipt[]; total: number }>;
  /** Returns what was requested in runs and has no receipt, newest first. */
  unsent(filter: RegisterFilter, from: number, count: number): Promise<{ rows: UnsentRow[]; total: number }>;
  signer(): Promise<ConsoleSigner>;
  /** The system user. */
  actor: string;
  printer: Pick<Printer, 'print'>;
  find(receiptId: string): Promise<KeptReceipt | undefined>;
  /** Records that the register was exported. */
  onExported(details: { receipts: number; format: string }): Promise<void>;
  host: Pick<Host, 'saveFile'>;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** The most receipts shown about one conversation. */
const maxShown = 20;
const pageSize = 500;
/** The types of the files in which registers and reports are saved. */
export const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
  pdf: 'application/pdf',
} as const;

/** A line of the register as CSV: a receipt, or a request without one. */
type CsvRow = { [N in keyof (ReceiptRow & UnsentRow)]?: (ReceiptRow & UnsentRow)[N] | undefined } & {
  digest?: string;
};

const columns: CsvColumns<CsvRow> = {
  number: ({ number }) => number,
  receipt: ({ receiptId }) => receiptId,
  environment: ({ environmentName }) => environmentName,
  conversation: ({ conversationId }) => conversationId,
  mode: ({ mode }) => mode,
  reason: ({ reason }) => reason,
  ticket: ({ ticket }) => ticket,
  outcome: ({ outcome }) => outcome,
  asked_at: ({ askedAt, at }) => askedAt ?? at,
  accepted_at: ({ acceptedAt }) => acceptedAt,
  read_at: ({ read }) => read?.at,
  found: ({ read }) => read?.found,
  request_id: ({ requestId }) => requestId,
  user: ({ user }) => user,
  digest: ({ digest }) => digest,
  line: ({ line }) => line,
};

/** Returns the operations `receipts.*`. */
export function receiptHandlers(deps: ReceiptHandlerDeps): HandlersOf<'receipts'> {
  return {
    async 'receipts.of'({ environmentId, conversationId }) {
      const { receipts } = await deps.page({ environmentId, conversationId }, 0, maxShown);
      return { receipts: receipts.map(rowOf) };
    },
    async 'receipts.save'({ receiptId }, { signal }) {
      const receipt = await deps.find(receiptId);
      if (receipt === undefined) {
        throw new Failure({ code: 'invalid-input', message: 'There is no such receipt.' });
      }
      const whole = opened(receipt);
      const fileName = `receipt-${receipt.seq}-${localDay(receipt.at)}.json`;
      const content = () => [receiptFile(whole)];
      return saveContent(deps.host, { fileName, contentType: 'application/json', content }, signal);
    },
    async 'receipts.export'({ filter, format }, { signal }) {
      const stamp = isoTime(deps.now()).slice(0, 16).replace(':', '');
      const { total } = await deps.page(filter, 0, 1);
      const content = async () =>
        format === 'csv'
          ? csvFile(columns, csvRows(deps, filter))
          : format === 'json'
            ? json(deps, filter, await deps.signer())
            : deps.printer.print(await printTable(deps, filter), signal);
      const file = { fileName: `deletions-register-${stamp}.${format}`, contentType: contentTypes[format] };
      const result = await saveContent(deps.host, { ...file, content }, signal);
      if (result.kind !== 'cancelled') {
        await deps.onExported({ receipts: total, format });
      }
      return result;
    },
  };
}

const allOf = ({ page }: ReceiptHandlerDeps, filter: Filter, order?: 'oldest-first') =>
  inPages(pageSize, async (from) => (await page(filter, from, pageSize, order)).receipts);

const allUnsent = ({ unsent }: ReceiptHandlerDeps, filter: RegisterFilter) =>
  inPages(pageSize, async (from) => (await unsent(filter, from, pageSize)).rows);

async function* csvRows(deps: ReceiptHandlerDeps, filter: Filter): AsyncGenerator<CsvRow> {
  for await (const receipt of allOf(deps, filter)) {
    yield { ...rowOf(receipt), digest: receipt.digest };
  }
  yield* allUnsent(deps, filter);
}

/** Returns the register with its receipts and a signed summary, which `verify-receipt` checks. */
function json(deps: ReceiptHandlerDeps, filter: Filter, signer: ConsoleSigner): AsyncGenerator<string> {
  return reportFile({
    items: unsentLines(deps, filter),
    receipts: wholeReceipts(deps, filter),
    signer,
    summary: () => ({ format: registerFormat, filter, user: deps.actor, madeAt: isoTime(deps.now()) }),
  });
}

/** Returns the register for printing, with the JSON export attached up to a number of receipts. */
async function printTable(deps: ReceiptHandlerDeps, filter: Filter): Promise<PrintedTable> {
  const receipts = await deps.page(filter, 0, maxPrinted);
  const unsent = await deps.unsent(filter, 0, Math.max(1, maxPrinted - receipts.receipts.length));
  const rows = receipts.receipts.map(rowOf);
  const { environmentId } = filter;
  const receipt = [...rows, ...unsent.rows].find((row) => row.environmentId === environmentId);
  return registerTable({
    filter,
    unsent,
    receipts: { rows, total: receipts.total },
    environmentName: receipt?.environmentName ?? environmentId,
    attachment:
      receipts.total > maxAttached ? undefined : await buffer(json(deps, filter, await deps.signer())),
    actor: deps.actor,
    now: deps.now(),
  });
}

async function* wholeReceipts(deps: ReceiptHandlerDeps, filter: Filter): AsyncGenerator<StoredReceipt> {
  for await (const receipt of allOf(deps, filter, 'oldest-first')) {
    yield opened(receipt);
  }
}

async function* unsentLines(deps: ReceiptHandlerDeps, filter: Filter): AsyncGenerator<string> {
  for await (const row of allUnsent(deps, filter)) {
    yield JSON.stringify(row);
  }
}

function rowOf(receipt: KeptReceipt): ReceiptRow {
  if (receipt.content === undefined) {
    return sealedRow(receipt);
  }
  const content = receiptContent.parse(JSON.parse(receipt.content));
  const { receiptId, number, environment, conversationId, mode, reason, outcome, askedAt, user } = content;
  return {
    receiptId,
    number,
    environmentId: environment.id,
    environmentName: environment.name,
    conversationId,
    mode,
    reason,
    outcome,
    askedAt,
    user,
    ...omitUndefined({
      ticket: content.ticket ?? undefined,
      acceptedAt: content.acceptedAt ?? undefined,
      read: content.read ?? undefined,
      requestId: content.requestId ?? undefined,
    }),
  };
}

/** Returns the known facts of a receipt that cannot be opened. */
function sealedRow(receipt: KeptReceipt): ReceiptRow {
  const { receiptId, seq, environmentId, conversationId, mode, reason, outcome, at } = receipt;
  return {
    receiptId,
    number: seq,
    environmentId,
    environmentName: environmentId,
    conversationId,
    reason,
    outcome,
    askedAt: isoTime(at),
    mode: mode as ReceiptRow['mode'],
    user: sealedText,
    ticket: sealedText,
  };
}
