import { z } from 'zod';
import { decisionKind } from './cases.ts';

/** The part that is forged in a test case; `none`: nothing is. */
export const forgeries = ['portrait', 'birth-date', 'face', 'none'] as const;
export const forgery = z.enum(forgeries);
export type Forgery = z.infer<typeof forgery>;

/** The decision on a test case, which is one no longer. */
export const testOutcome = z.object({ forgery, decision: decisionKind });
export type TestOutcome = z.infer<typeof testOutcome>;

/** The test cases decided in a time by what was forged in them, and how many were decided as they should be. */
export const testGroup = z.object({ forgery, total: z.number().int(), agreed: z.number().int() });
export type TestGroup = z.infer<typeof testGroup>;
