import {
  type ErasedItem,
  type ErasureEntries,
  type ErasureRequest,
  erasureEntries,
} from '../../../../preload/contract/erasure.ts';
import type { EntryDetails, NewEntry } from '../../../../preload/contract/new-entry.ts';
import { omitUndefined } from '../../../../preload/contract/objects.ts';
import { localDay } from '../../../../preload/shared/calendar.ts';
import type { HandlersOf } from '../../../bridge/handlers.ts';
import type { Host } from '../../../bridge/host.ts';
import { saveContent } from '../../../bridge/save-content.ts';
import { Failure } from '../../../common/failure.ts';
import type { CaseStore } from '../../cases/case-store.ts';
import type { StoredRequest } from '../../cases/erasure-requests.ts';
import type { ConsoleSigner } from '../../records/console-key/console-key.ts';
import type { Printer } from '../../records/print/printer.ts';
import type { KeptReceipt } from '../../records/receipts/receipt.ts';
import { checkDays, deadlineOf } from './deadline.ts';
import { requestTable } from './request-table.ts';

export interface ErasureHandlerDeps {
  cases: Pick<CaseStore, 'request' | 'write' | 'append'>;
  /** Returns the receipts of the deletions of a conversation's data, newest first. */
  receipts(environmentId: string, conversationId: string): Promise<KeptReceipt[]>;
  environmentName(environmentId: string): string;
  signer(): Promise<ConsoleSigner>;
  printer: Pick<Printer, 'print'>;
  host: Pick<Host, 'saveFile'>;
  /** The system user. */
  actor: string;
  newId(): string;
  /** Milliseconds since the epoch. */
  now(): number;
}

type InEnvironment = { environmentId: string };

/** Returns the operations `erasure.*`: requests of people for erasure, from the letter to the receipts. */
export function erasureHandlers(deps: ErasureHandlerDeps): HandlersOf<'erasure'> {
  const today = () => localDay(deps.now());
  const find = async ({ environmentId, requestId }: InEnvironment & { requestId: string }) => {
    const request = (await deps.cases.request('erasureRequests', { environmentId })).find(
      (one) => one.requestId === requestId,
    );
    if (request === undefined) {
      throw new Failure({ code: 'invalid-input', message: 'This request is no longer in the list.' });
    }
    return request;
  };
  return {
    async 'erasure.list'({ environmentId }) {
      const stored = await deps.cases.request('erasureRequests', { environmentId });
      const requests = await Promise.all(stored.map((one) => viewOf(deps, environmentId, one)));
      const rank = (one: ErasureRequest) =>
        one.answeredOn === undefined ? `0${one.deadline.on}` : `1${one.answeredOn}`;
      return {
        requests: requests.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1)),
        today: today(),
      };
    },
    async 'erasure.save'({ environmentId, requestId, entries }) {
      checkDays(entries, today());
      const before = requestId === undefined ? undefined : await find({ environmentId, requestId });
      const id = before?.requestId ?? deps.newId();
      const copies = await copiesOf(deps, environmentId, entries, before?.copies ?? {});
      const request = { requestId: id, entries, copies, absent: before?.absent ?? {} };
      await deps.cases.write('saveErasureRequest', { environmentId, ...request });
      await deps.cases.append(
        stepsOf(before?.entries, entries).map(
          ({ conversationId, ...details }): NewEntry => ({
            kind: 'erasure-request',
            environmentId,
            ...(conversationId === undefined ? {} : { conversationId }),
            details: { request: id, ...omitUndefined(details) } as EntryDetails,
          }),
        ),
      );
      return { requestId: id };
    },
    async 'erasure.remove'({ environmentId, requestId }) {
      await deps.cases.write('removeErasureRequest', { environmentId, requestId });
      const details = { request: requestId, step: 'removed' };
      await deps.cases.append([{ kind: 'erasure-request', environmentId, details }]);
      return {};
    },
    async 'erasure.file'({ environmentId, requestId }, { signal }) {
      const request = await viewOf(deps, environmentId, await find({ environmentId, requestId }));
      const receipts = await Promise.all(
        request.items.map(({ conversationId }) => deps.receipts(environmentId, conversationId)),
      );
      const table = await requestTable({
        request,
        receipts: receipts.flat().toSorted((one, other) => one.seq - other.seq),
        environmentName: deps.environmentName(environmentId),
        signer: await deps.signer(),
        actor: deps.actor,
        now: deps.now(),
      });
      const file = {
        fileName: `erasure-${request.receivedOn}-${requestId.slice(0, 8)}.pdf`,
        contentType: 'application/pdf',
        content: () => deps.printer.print(table, signal),
      };
      return saveContent(deps.host, file, signal);
    },
  };
}

async function viewOf(
  deps: ErasureHandlerDeps,
  environmentId: string,
  stored: StoredRequest,
): Promise<ErasureRequest> {
  const { requestId, entries } = stored;
  const conversationIds = entries.items.map(({ conversationId }) => conversationId);
  const rows = await deps.cases.request('rowsOf', { environmentId, conversationIds });
  const listed = new Set(rows.map(({ conversationId }) => conversationId));
  const copies = await copiesOf(deps, environmentId, entries, stored.copies);
  const items = entries.items.map(async (item): Promise<ErasedItem> => {
    const { conversationId } = item;
    const receipts = await deps.receipts(environmentId, conversationId);
    const absent = stored.absent[conversationId];
    const last = (outcome: string) => receipts.find((receipt) => receipt.outcome === outcome);
    const done = last('confirmed') ?? last('accepted');
    return {
      ...item,
      isGone: absent?.absence === 'gone',
      isStored: listed.has(conversationId),
      copies: copies[conversationId] ?? [],
      ...omitUndefined({
        missingOn: absent?.absence === 'not-found' ? localDay(absent.at) : undefined,
        deleted: done && {
          receiptId: done.receiptId,
          number: done.seq,
          on: localDay(done.at),
          outcome: done.outcome,
        },
      }),
    };
  });
  return {
    ...entries,
    requestId,
    environmentId,
    items: await Promise.all(items),
    deadline: deadlineOf(entries, localDay(deps.now())),
  };
}

/** Returns the exported copies of each conversation. Those that the journal named before stay: forgetting a case removes its entries. */
async function copiesOf(
  deps: ErasureHandlerDeps,
  environmentId: string,
  { items }: ErasureEntries,
  before: StoredRequest['copies'],
): Promise<StoredRequest['copies']> {
  const conversationIds = items.map(({ conversationId }) => conversationId);
  const now = await deps.cases.request('copiesOf', { environmentId, conversationIds });
  return Object.fromEntries(
    conversationIds.map((id) => {
      const [known = [], present = []] = [before[id], now[id]];
      return [id, present.length < known.length ? known : present];
    }),
  );
}

interface Step {
  step: string;
  conversationId?: string;
  reason?: string | undefined;
  on?: string | undefined;
}

/** Returns what a user decided between two states of a request, for the journal. The person is not named there. */
export function stepsOf(before: ErasureEntries | undefined, after: ErasureEntries): Step[] {
  const isNew = <K extends 'proofAskedOn' | 'proof' | 'extension' | 'answeredOn'>(name: K) =>
    after[name] !== undefined && JSON.stringify(before?.[name]) !== JSON.stringify(after[name]);
  const refusals = new Map(before?.items.map((item) => [item.conversationId, item.refused]));
  const present = new Set(after.items.map(({ conversationId }) => conversationId));
  const steps: Step[] = [
    ...(before === undefined ? [{ step: 'received', on: after.receivedOn }] : []),
    ...(isNew('proofAskedOn') ? [{ step: 'proof-asked', on: after.proofAskedOn }] : []),
    ...(isNew('proof') ? [{ step: 'proved', on: after.proof?.on }] : []),
    ...(isNew('extension')
      ? [{ step: 'extended', on: after.extension?.on, reason: after.extension?.reason }]
      : []),
    ...after.items.flatMap(({ conversationId, refused }): Step[] => {
      const additions = refusals.has(conversationId) ? [] : [{ step: 'found', conversationId }];
      if (refused === refusals.get(conversationId)) {
        return additions;
      }
      return [
        ...additions,
        refused === undefined
          ? { step: 'refusal-withdrawn', conversationId }
          : { step: 'refused', conversationId, reason: refused },
      ];
    }),
    ...[...refusals.keys()]
      .filter((id) => !present.has(id))
      .map((conversationId) => ({ step: 'left-out', conversationId })),
    ...(isNew('answeredOn') ? [{ step: 'answered', on: after.answeredOn }] : []),
  ];
  const isSame = JSON.stringify(before && erasureEntries.parse(before)) === JSON.stringify(after);
  return steps.length > 0 || isSame ? steps : [{ step: 'changed' }];
}
