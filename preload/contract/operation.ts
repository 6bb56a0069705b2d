import { z } from 'zod';
import type { NewEntry } from './new-entry.ts';
import type { TeamRole } from './team-roles.ts';

/**
 * The binding of an operation to the environment of its input's `environmentId`, in which its view was opened.
 * `cancel-on-switch`: refused with `environment-switched` unless that environment is selected, and cancelled when another one
 * is selected meanwhile. `run-to-end`: refused likewise, but runs to its end once started. `none`: uses no service, or
 * concerns environments themselves.
 */
export type EnvironmentBinding = 'none' | 'cancel-on-switch' | 'run-to-end';

/** A kind of operation that a company’s policy may forbid. `preload/shared/policy-rules.ts` says which input of an operation each forbids. */
export type PolicyRule =
  | 'show'
  | 'export'
  | 'delete'
  | 'decide'
  | 'integration'
  | 'environment'
  | 'copy'
  | 'retention'
  | 'due';

/** One operation of the contract: its input, output and progress, and what the journal says once it has succeeded. */
export interface Operation<I extends z.ZodType, O extends z.ZodType, P extends z.ZodType> {
  input: I;
  output: O;
  progress: P;
  environmentBinding: EnvironmentBinding;
  /** The rule by which the policy of a company may refuse it. */
  policy?: PolicyRule;
  /** In a team, the roles whose members may invoke it; all where it is absent. */
  roles?: readonly TeamRole[];
  entries?(input: z.output<I>, output: z.output<O>): readonly NewEntry[];
  /**
   * How secrets are kept out of the output. Data of the service is searched once, where main reads it: responses, headers, and the texts
   * of failures, which nothing searches again. Dispatch searches the output, unless they were `removed` there, or it
   * holds the user's `own` settings, which the form sends back and which may equal a secret.
   */
  secrets?: 'removed' | 'own';
}

type Shape<I extends z.ZodType, O extends z.ZodType, P extends z.ZodType> = Pick<
  Operation<I, O, P>,
  'input' | 'output' | 'policy' | 'roles' | 'entries' | 'secrets'
> & { progress?: P };

function boundBy(environmentBinding: EnvironmentBinding, secrets?: 'own') {
  return <I extends z.ZodType, O extends z.ZodType, P extends z.ZodType = z.ZodNever>(
    shape: Shape<I, O, P>,
  ): Operation<I, O, P> => ({
    progress: z.never() as z.ZodType as P,
    environmentBinding,
    ...(secrets === undefined ? {} : { secrets }),
    ...shape,
  });
}

/**
 * The members by which an input names conversations, or what stands for some that were read or selected in an environment; also where they are
 * optional or in one form of several. An input without members has an index signature.
 */
type SubjectOf<Input> = Input extends unknown
  ? string extends keyof Input
    ? never
    : keyof Input & ('conversationId' | 'conversationIds' | 'selection')
  : never;

/** An operation that is bound to no environment. One on a conversation does not compile: it has to declare its binding. */
export const operation: <I extends z.ZodType, O extends z.ZodType, P extends z.ZodType = z.ZodNever>(
  shape: Shape<I, O, P> &
    ([SubjectOf<z.output<I>>] extends [never]
      ? unknown
      : { input: 'Declare it with cancelOnSwitch, runToEnd or inAnyEnvironment: it is on a conversation.' }),
) => Operation<I, O, P> = boundBy('none');
export const cancelOnSwitch = boundBy('cancel-on-switch');
export const runToEnd = boundBy('run-to-end');
/** An operation that returns settings as the user typed them. */
export const onSettings = boundBy('none', 'own');
/** An operation on a conversation that concerns only what this console holds of it, also in another environment. */
export const inAnyEnvironment = boundBy('none');

/** Returns operations that all are under one rule of the policy. */
export function underRule<T extends Record<string, object>>(policy: PolicyRule, operations: T): T {
  return Object.fromEntries(
    Object.entries(operations).map(([name, declared]) => [name, { ...declared, policy }]),
  ) as T;
}

/** Bytes, as sent over the bridge. */
export const bytes = z.instanceof(Uint8Array<ArrayBufferLike>);
