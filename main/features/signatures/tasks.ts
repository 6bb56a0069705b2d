import type { ImportResult } from '../../../preload/contract/signatures.ts';
import type { ComparedBodies } from './compare-bodies.ts';
import type { ExplainEvent, ExplainInput, Explanation } from './engine/explain.ts';
import type { MessageVerdict } from './engine/message.ts';
import type { CheckedBody } from './engine/verdicts.ts';

/** The tasks of `worker.ts` with their results. */
interface Tasks {
  import: { input: { source: string | Uint8Array; pasted: boolean }; result: ImportResult };
  check: { input: { timestamp: string; keys: string[]; body: Uint8Array }; result: CheckedBody };
  message: { input: { body: Uint8Array }; result: MessageVerdict };
  compare: { input: { callback: Uint8Array; service: Uint8Array }; result: ComparedBodies };
  explain: { input: { input: ExplainInput }; result: Explanation };
}

export type TaskKind = keyof Tasks;
export type SignatureTask<K extends TaskKind = TaskKind> = {
  [Kind in K]: { kind: Kind } & Tasks[Kind]['input'];
}[K];
export type SignatureResult<K extends TaskKind = TaskKind> = Tasks[K]['result'];
/** Only a search reports progress. */
export type SignatureEvent = Exclude<ExplainEvent, { type: 'done' }>;
