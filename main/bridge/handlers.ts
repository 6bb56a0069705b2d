import type {
  OperationName,
  OperationOutput,
  OperationProgress,
  ParsedInput,
} from '../../preload/contract/operations.ts';

/** What a use case is given beside its input. */
export interface CallContext<N extends OperationName> {
  /** Aborted when the caller cancels, its window goes, or the console closes. */
  signal: AbortSignal;
  /** Aborted when the window behind the call goes; the same for all of its calls. */
  closed: AbortSignal;
  /** Reports progress to the caller alone, in the shape the contract gives for this operation. */
  progress(progress: OperationProgress<N>): void;
}

export type Handler<N extends OperationName> = (
  input: ParsedInput<N>,
  context: CallContext<N>,
) => Promise<OperationOutput<N>> | OperationOutput<N>;

/** Operation -> use case, for every operation of the contract. Each capability supplies its part. */
export type Handlers = { [N in OperationName]: Handler<N> };
