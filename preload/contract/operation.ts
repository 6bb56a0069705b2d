import { z } from 'zod';

/**
 * How an operation is tied to the environment that `environmentId` of its input names, which is the one its view was begun in.
 * `reading`: refused with `environment-switched` unless that environment is the selected one, and cancelled when another one is
 * selected while it runs. `starting`: refused likewise, but once begun it runs to its end. `none`: acts on no service, or on an
 * environment as such.
 */
export type EnvironmentBinding = 'none' | 'reading' | 'starting';

/** One operation of the contract: what goes in, what comes out, and what it reports on the way. */
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

/** Bytes, as they cross the bridge. */
export const bytes = z.instanceof(Uint8Array<ArrayBufferLike>);
