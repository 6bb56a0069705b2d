import type { SaveResult } from '../../preload/contract/application.ts';
import type { DeletionList, DeletionView } from '../../preload/contract/deletion.ts';
import { omitUndefined } from '../../preload/contract/objects.ts';
import type { OperationName, OperationOutput, ParsedInput } from '../../preload/contract/operations.ts';
import type { CallContext, Handlers } from '../bridge/handlers.ts';
import type { DraftEntry } from './entry.ts';

/** The entry to write, without time and actor, which are added on writing. */
export type Entry = Omit<DraftEntry, 'at' | 'actor'>;
export type Append = (entries: readonly Entry[]) => Promise<void>;

/** The entries to write after an operation succeeded. */
type EntriesOf = {
  [N in OperationName]?: (input: ParsedInput<N>, output: OperationOutput<N>) => readonly Entry[];
};

const credentials = (environmentId: string, change: string): Entry[] => [
  { kind: 'credentials-changed', environmentId, details: { change } },
];
const environment = (environmentId: string, change: string): Entry => ({
  kind: 'environment-changed',
  environmentId,
  details: { change },
});

const exported = (
  environmentId: string,
  conversationId: string,
  { kind }: SaveResult,
  details: NonNullable<Entry['details']>,
): Entry[] => (kind === 'cancelled' ? [] : [{ kind: 'exported', environmentId, conversationId, details }]);

const entriesOf: EntriesOf = {
  'credentials.saveApiKey': ({ environmentId }) => credentials(environmentId, 'api-key-saved'),
  'credentials.removeApiKey': ({ environmentId }) => credentials(environmentId, 'api-key-removed'),
  'credentials.saveSigningKey': ({ environmentId }) => credentials(environmentId, 'signing-key-saved'),
  'credentials.removeSigningKey': ({ environmentId }) => credentials(environmentId, 'signing-key-removed'),
  'credentials.saveProxyLogin': ({ environmentId }) => credentials(environmentId, 'proxy-login-saved'),
  'credentials.removeProxyLogin': ({ environmentId }) => credentials(environmentId, 'proxy-login-removed'),
  'credentials.saveClientCertificate': ({ environmentId }) =>
    credentials(environmentId, 'client-certificate-saved'),
  'credentials.removeClientCertificate': ({ environmentId }) =>
    credentials(environmentId, 'client-certificate-removed'),
  'environments.save': (input, { id }) => [
    environment(id, input.environmentId === undefined ? 'added' : 'settings-saved'),
  ],
  'environments.duplicate': (_input, { id }) => [environment(id, 'added')],
  'environments.delete': ({ environmentId }) => [environment(environmentId, 'deleted')],
  'environments.import': (_input, { added }) => added.map(({ id }) => environment(id, 'imported')),
  'media.save': ({ environmentId, conversationId, mediaId }, result) =>
    result.kind === 'cancelled'
      ? []
      : [{ kind: 'saved', environmentId, conversationId, details: { mediaId } }],
  'creation.create': ({ environmentId }, { conversation: { id } }) =>
    id === undefined ? [] : [{ kind: 'created', environmentId, conversationId: id, details: {} }],
  'headless.submit': ({ environmentId, conversationId }, { outcome, view }) =>
    outcome === undefined || outcome === 'failed'
      ? []
      : [
          {
            kind: 'headless-answered',
            environmentId,
            conversationId,
            details: { component: view.flow.steps.at(-1)?.component ?? '', outcome },
          },
        ],
  'consoleKey.rotate': (_input, { keys }) => [
    { kind: 'key-rotated', details: { key: 'console', keyId: keys[0]?.id ?? '' } },
  ],
  'evidence.saveReport': ({ environmentId, conversationId, as }, result) =>
    exported(environmentId, conversationId, result, { what: 'report', as }),
  'evidence.savePack': ({ environmentId, conversationId, mediaIds, passphrase }, { result }) =>
    exported(environmentId, conversationId, result, {
      what: 'evidence pack',
      files: mediaIds.length,
      sealed: passphrase !== undefined,
    }),
  'evidence.saveFiles': ({ environmentId, conversationId, mediaIds, to }, { result, missing }) =>
    exported(environmentId, conversationId, result, {
      what: 'files',
      as: to,
      files: mediaIds.length - missing.length,
    }),
  'deletion.run': (_input, deletion) => [deletionEntry(deletion, 'sent')],
};

/**
 * Wraps the handlers so that successful operations are recorded in the journal. An entry that cannot be written is reported; the
 * operation is not undone.
 */
export function journaled(handlers: Handlers, append: Append, report: (error: unknown) => void): Handlers {
  const all: Record<string, unknown> = { ...handlers };
  for (const name of Object.keys(entriesOf) as OperationName[]) {
    all[name] = entering(name, handlers, append, report);
  }
  return all as Handlers;
}

function entering<N extends OperationName>(
  name: N,
  handlers: Handlers,
  append: Append,
  report: (error: unknown) => void,
) {
  // TypeScript does not relate name, input and output across the union.
  const handler = handlers[name] as (
    input: ParsedInput<N>,
    context: CallContext<N>,
  ) => Promise<OperationOutput<N>>;
  const entries = entriesOf[name] as (input: ParsedInput<N>, output: OperationOutput<N>) => readonly Entry[];
  return async (input: ParsedInput<N>, context: CallContext<N>) => {
    const output = await handler(input, context);
    const drafts = entries(input, output);
    if (drafts.length > 0) {
      await append(drafts).catch(report);
    }
    return output;
  };
}

/** Outcomes that are entered with their receipt. */
const withReceipt: ReadonlySet<string> = new Set(['confirmed', 'finished']);

/** Records the outcome of each deletion once. Constructed with the deletions that had already ended. */
export class DeletionOutcomes {
  readonly #known = new Map<string, string | undefined>();

  constructor({ deletions }: DeletionList) {
    for (const { deletionId, outcome } of deletions) {
      this.#known.set(deletionId, outcome);
    }
  }

  /** Entries for the outcomes that are new in this list. */
  entries({ deletions }: DeletionList): Entry[] {
    return deletions.flatMap((deletion) => {
      const { deletionId, outcome } = deletion;
      if (outcome === undefined || this.#known.get(deletionId) === outcome) {
        return [];
      }
      this.#known.set(deletionId, outcome);
      return withReceipt.has(outcome) ? [] : [deletionEntry(deletion, outcome)];
    });
  }
}

const receiptKinds: Readonly<Record<string, Entry['kind']>> = {
  EXPIRE: 'expired',
  END_MONITORING: 'monitoring-ended',
  DELETE_DATA: 'data-deleted',
};

/** Enters a receipt: its number and digest bind it to the journal. */
export function receiptEntry(receipt: {
  seq: number;
  mode: string;
  environmentId: string;
  conversationId: string;
  outcome: string;
  receiptId: string;
  digest: string;
  runId: string | undefined;
}): Entry {
  const { seq, mode, environmentId, conversationId, outcome, receiptId, digest, runId } = receipt;
  return {
    kind: receiptKinds[mode] ?? 'data-deleted',
    environmentId,
    conversationId,
    details: { outcome, receiptId, number: seq, digest, ...omitUndefined({ runId }) },
  };
}

function deletionEntry(
  { environmentId, conversationId, mode, deletionId }: DeletionView,
  outcome: string,
): Entry {
  const kind = mode === 'EXPIRE' ? 'expired' : 'data-deleted';
  return { kind, environmentId, conversationId, details: { outcome, deletionId } };
}
