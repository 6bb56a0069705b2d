import type { EntryDetails } from '../../preload/contract/new-entry.ts';
import type {
  OperationName,
  OperationOutput,
  OperationProgress,
  ParsedInput,
} from '../../preload/contract/operations.ts';

/** The context of a call, which a handler receives beside its input. */
export interface CallContext<N extends OperationName> {
  /** Aborted when the caller cancels, its window closes, or Assay closes. */
  signal: AbortSignal;
  /** Aborted when the caller's window closes; the same signal for all its calls. */
  closed: AbortSignal;
  /** Reports progress to the caller, in the shape the contract defines for this operation. */
  progress(progress: OperationProgress<N>): void;
  /** Details for the journal of the approval by a second person, where the call needed one. */
  approval?: EntryDetails | undefined;
}

export type Handler<N extends OperationName> = (
  input: ParsedInput<N>,
  context: CallContext<N>,
) => Promise<OperationOutput<N>> | OperationOutput<N>;

/** The handler of every operation of the contract. Each feature supplies its part. */
export type Handlers = { [N in OperationName]: Handler<N> };

/** The handlers of operations whose names begin with one of these areas, such as `cases`. */
export type HandlersOf<Area extends AreaOf<OperationName>> = Pick<
  Handlers,
  Extract<OperationName, `${Area}.${string}`>
>;

type AreaOf<Name> = Name extends `${infer Area}.${string}` ? Area : never;

/** Returns handlers that `load` makes at the first call of one of them. */
export function handlersLater<N extends OperationName>(
  operations: Readonly<Record<N, unknown>>,
  load: () => Promise<Pick<Handlers, N>>,
): Pick<Handlers, N> {
  let handlers: ReturnType<typeof load> | undefined;
  const later = async (name: N, input: never, context: never) => {
    handlers ??= load();
    return (await handlers)[name](input, context);
  };
  const names = Object.keys(operations) as N[];
  // Name and handler belong together; TypeScript cannot follow the pairing.
  return Object.fromEntries(
    names.map((name) => [name, (input: never, context: never) => later(name, input, context)]),
  ) as unknown as Pick<Handlers, N>;
}
