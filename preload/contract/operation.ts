import { z } from 'zod';

/**
 * How an operation is bound to the environment of its input's `environmentId`, in which its view was opened. `cancel-on-switch`:
 * refused with `environment-switched` unless that environment is selected, and cancelled when another one is selected
 * meanwhile. `run-to-end`: refused likewise, but runs to its end once started. `none`: uses no service, or concerns
 * environments themselves.
 */
export type EnvironmentBinding = 'none' | 'cancel-on-switch' | 'run-to-end';

/** One operation of the contract: its input, output and progress. */
export interface Operation<I extends z.ZodType, O extends z.ZodType, P extends z.ZodType> {
  input: I;
  output: O;
  progress: P;
  environmentBinding: EnvironmentBinding;
}

function boundBy(environmentBinding: EnvironmentBinding) {
  return <I extends z.ZodType, O extends z.ZodType, P extends z.ZodType = z.ZodNever>(shape: {
    input: I;
    output: O;
    progress?: P;
  }): Operation<I, O, P> => ({ progress: z.never() as z.ZodType as P, environmentBinding, ...shape });
}

/** An operation that is bound to no environment. */
export const operation = boundBy('none');
export const cancelOnSwitch = boundBy('cancel-on-switch');
export const runToEnd = boundBy('run-to-end');

/** Bytes, as sent over the bridge. */
export const bytes = z.instanceof(Uint8Array<ArrayBufferLike>);
