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

export function operation<I extends z.ZodType, O extends z.ZodType>(shape: {
  input: I;
  output: O;
  environmentBinding?: EnvironmentBinding;
}): Operation<I, O, z.ZodNever>;
export function operation<I extends z.ZodType, O extends z.ZodType, P extends z.ZodType>(shape: {
  input: I;
  output: O;
  progress: P;
  environmentBinding?: EnvironmentBinding;
}): Operation<I, O, P>;
export function operation(shape: {
  input: z.ZodType;
  output: z.ZodType;
  progress?: z.ZodType;
  environmentBinding?: EnvironmentBinding;
}) {
  return { progress: z.never(), environmentBinding: 'none', ...shape };
}

/** Bytes, as sent over the bridge. */
export const bytes = z.instanceof(Uint8Array<ArrayBufferLike>);
