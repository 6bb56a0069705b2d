import { z } from 'zod';

/** One operation of the contract: what goes in, what comes out, and what it reports on the way. */
export interface Operation<I extends z.ZodType, O extends z.ZodType, P extends z.ZodType> {
  readonly input: I;
  readonly output: O;
  readonly progress: P;
}

export function operation<I extends z.ZodType, O extends z.ZodType>(shape: {
  input: I;
  output: O;
}): Operation<I, O, z.ZodNever>;
export function operation<I extends z.ZodType, O extends z.ZodType, P extends z.ZodType>(shape: {
  input: I;
  output: O;
  progress: P;
}): Operation<I, O, P>;
export function operation(shape: { input: z.ZodType; output: z.ZodType; progress?: z.ZodType }) {
  return { progress: z.never(), ...shape };
}

/** Bytes, as they cross the bridge. */
export const bytes = z.instanceof(Uint8Array<ArrayBufferLike>);
