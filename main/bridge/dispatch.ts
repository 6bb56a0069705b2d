import { z } from 'zod';
import type { Envelope, FailureView } from '../../preload/contract/envelope.ts';
import type { EntryDetails, NewEntry } from '../../preload/contract/new-entry.ts';
import { isObject } from '../../preload/contract/objects.ts';
import type { Operation, PolicyRule } from '../../preload/contract/operation.ts';
import { type OperationName, operations } from '../../preload/contract/operations.ts';
import { cancelledFailure, Failure } from '../common/failure.ts';
import { Redaction } from '../common/redaction.ts';
import type { CallContext, Handlers } from './handlers.ts';

/** The most calls one window may have running; a page with more is faulty or hostile. */
const maxCallsPerClient = 256;

export interface InvokeRequest {
  /** The caller's id of the call. */
  callId: string;
  operation: string;
  /** Unknown until the contract has parsed it. */
  input: unknown;
  progress(progress: unknown): void;
}

/** A connection of one window or socket. */
export interface Client {
  invoke(call: InvokeRequest): Promise<Envelope>;
  cancel(callId: string): void;
  /** Cancels all calls of this client, because its window was closed. */
  close(): void;
}

export interface Dispatch {
  client(): Client;
}

/** The approval of a second person, with which a call goes on. */
export interface Permission {
  /** Details for the journal. */
  approval: EntryDetails;
  /** Ends the call: the approval is used up where something was done. */
  end(isDone: boolean): void;
}

interface DispatchDeps {
  /** Removes secrets from every reply. */
  redaction: Redaction;
  selection: {
    /** @throws Failure environment-switched for an environment that is not selected */
    check(environmentId: string): void;
    /** Performs a call that is cancelled when another environment is selected. */
    bound<T>(
      environmentId: string,
      signal: AbortSignal,
      call: (signal: AbortSignal) => T,
    ): Promise<Awaited<T>> | T;
  };
  /** Rejects where the policy of the company forbids an operation with this input, or it needs a second person who did not approve it. */
  permit(rule: PolicyRule, input: object, operation: OperationName): Promise<Permission | undefined>;
  /** Rejects where an operation is not for this console’s member of a team. */
  permitMember(
    operation: Pick<Operation<z.ZodType, z.ZodType, z.ZodType>, 'roles' | 'policy'>,
  ): Promise<void>;
  /** Writes entries to the journal. Never rejects: an operation is not undone where they cannot be written. */
  enter(entries: readonly NewEntry[]): Promise<void>;
}

/**
 * Creates the only path from a window to a use case: parses the input, checks policy and binding, calls the handler, parses the output, enters it in the
 * journal and wraps it in an envelope. Data that the contract does not name is dropped in both directions, and nothing is thrown to the
 * caller.
 *
 * @param reportError receives errors that are not a `Failure`; they are logged without their values
 */
export function createDispatch(
  handlers: Handlers,
  reportError: (operation: string, error: unknown) => void,
  deps: Partial<DispatchDeps> = {},
): Dispatch {
  const { redaction, selection, permit, permitMember, enter }: DispatchDeps = {
    redaction: new Redaction(),
    selection: { check: () => undefined, bound: (_environmentId, signal, call) => call(signal) },
    permit: async () => undefined,
    permitMember: async () => undefined,
    enter: async () => undefined,
    ...deps,
  };
  const failed = (error: unknown): Envelope => ({ ok: false, error: redaction.value(viewOf(error)) });
  return {
    client() {
      const running = new Map<string, AbortController>();
      const closed = new AbortController();
      return {
        async invoke({ callId, operation, input, progress }) {
          if (running.has(callId) || running.size >= maxCallsPerClient) {
            return failed(
              new Failure({
                code: 'invalid-input',
                message: 'Too many concurrent calls, or a duplicate call id.',
              }),
            );
          }
          const abort = new AbortController();
          running.set(callId, abort);
          let permission: Permission | undefined;
          let isDone = false;
          try {
            if (!isOperation(operation)) {
              throw new Failure({
                code: 'unknown-operation',
                message: 'The console has no such operation.',
              });
            }
            // Input, handler and output of one operation belong together; TypeScript cannot follow the pairing through the union.
            const shape: Operation<z.ZodType, z.ZodType, z.ZodType> = operations[operation];
            const handler = handlers[operation] as (
              input: unknown,
              context: CallContext<OperationName>,
            ) => unknown;
            const check = shape.input.safeParse(input);
            if (!check.success) {
              throw invalidInput(check.error);
            }
            const data = check.data as { environmentId: string };
            if (shape.policy !== undefined) {
              permission = await permit(shape.policy, data, operation);
            }
            if (shape.policy !== undefined || shape.roles !== undefined) {
              await permitMember(shape);
            }
            const approval = permission?.approval;
            const context = (signal: AbortSignal): CallContext<OperationName> => ({
              signal,
              closed: closed.signal,
              approval,
              progress(step) {
                const report = shape.progress.safeParse(step);
                if (report.success && !signal.aborted) {
                  progress(redaction.value(report.data));
                }
              },
            });
            const { environmentBinding } = shape;
            if (environmentBinding !== 'none') {
              selection.check(data.environmentId);
            }
            const output = await (environmentBinding === 'cancel-on-switch'
              ? selection.bound(data.environmentId, abort.signal, (signal) => handler(data, context(signal)))
              : handler(data, context(abort.signal)));
            const answer = shape.output.parse(output);
            isDone = hasDone(answer);
            const entries = shape.entries?.(data, answer) ?? [];
            if (entries.length > 0) {
              await enter(
                entries.map((entry) =>
                  approval ? { ...entry, details: { ...entry.details, ...approval } } : entry,
                ),
              );
            }
            return { ok: true, value: shape.secrets === undefined ? redaction.value(answer) : answer };
          } catch (error) {
            if (abort.signal.aborted) {
              return failed(cancelledFailure());
            }
            if (!(error instanceof Failure)) {
              reportError(operation, error);
            }
            return failed(error);
          } finally {
            permission?.end(isDone);
            running.delete(callId);
          }
        },
        cancel(callId) {
          running.get(callId)?.abort();
        },
        close() {
          closed.abort();
          for (const abort of running.values()) {
            abort.abort();
          }
        },
      };
    },
  };
}

/** Returns whether an operation did something: not where the user chose no file, or no case was concerned. */
function hasDone(answer: unknown): boolean {
  const { kind, affected, result = undefined } = isObject(answer) ? answer : {};
  return kind !== 'cancelled' && affected !== 0 && (!isObject(result) || hasDone(result));
}

function isOperation(name: string): name is OperationName {
  return Object.hasOwn(operations, name);
}

function invalidInput(error: z.ZodError): Failure {
  const violations = error.issues.map((issue) => ({ field: issue.path.join('.'), message: issue.message }));
  return new Failure({
    code: 'invalid-input',
    message: violations[0] ? `Not accepted: ${violations[0].message}.` : 'Not accepted.',
    details: { violations },
  });
}

function viewOf(error: unknown): FailureView {
  if (error instanceof Failure) {
    return error.view();
  }
  return new Failure({
    code: 'internal',
    message:
      error instanceof z.ZodError
        ? 'Assay produced an invalid response. This is an error in Assay.'
        : 'An unexpected error occurred in Assay.',
    hint: 'Nothing was sent again. Try again. If it keeps happening, report it and describe what you did.',
  }).view();
}
