import { compareBodies } from './compare-bodies.ts';
import type { ExplainInput } from './engine/explain.ts';
import { importViews } from './import-views.ts';
import { checkBody, readShortMessage } from './verification.ts';

/** The functions on untrusted input that run in `worker.ts` where it is large. */
export const tasks = {
  import: importViews,
  check: checkBody,
  message: readShortMessage,
  compare: compareBodies,
};
export type Tasks = typeof tasks;

/** A request to `worker.ts`: a function with its arguments, or a search. */
export type SignatureRequest =
  | { [Name in keyof Tasks]: { task: Name; input: Parameters<Tasks[Name]> } }[keyof Tasks]
  | { task: 'explain'; input: ExplainInput };
