import type { FailureView } from '../../preload/contract/envelope.ts';
import { type EventName, type EventPayload, events } from '../../preload/contract/events.ts';
import {
  type OperationInput,
  type OperationName,
  type OperationOutput,
  type OperationProgress,
  operations,
  type ParsedInput,
} from '../../preload/contract/operations.ts';
import { awaitRequest, createAwaitedRequests } from '../../renderer/bridge/awaited-requests.ts';
import { type BridgeClient, CallFailure, failureOf } from '../../renderer/bridge/bridge-client.ts';

/** A call as a reply sees it. */
interface Call<N extends OperationName> {
  signal: AbortSignal;
  progress(step: OperationProgress<N>): void;
}

type Reply<N extends OperationName> = (
  input: ParsedInput<N>,
  call: Call<N>,
) => OperationOutput<N> | Promise<OperationOutput<N>>;

export type Replies = { [N in OperationName]?: Reply<N> };

/** The window's end of a bridge without main. What it is asked and what it answers pass the contract, as they do in main. */
export interface FakeBridge extends BridgeClient {
  /** The replies from now on, over those before. */
  answer(replies: Replies): void;
  /** The parsed inputs of an operation since the start, oldest first. */
  inputs<N extends OperationName>(operation: N): ParsedInput<N>[];
  send<N extends EventName>(name: N, payload: EventPayload<N>): void;
  /** Ends the connection to main. */
  loseConnection(): void;
  /** Inputs and replies against the contract, and operations that have no reply. */
  readonly faults: ReadonlySet<string>;
}

export function fakeBridge(first: Replies): FakeBridge {
  const replies: Replies = { ...first };
  const asked: { operation: OperationName; input: unknown }[] = [];
  const faults = new Set<string>();
  const lost = new Set<() => void>();
  const awaitedRequests = createAwaitedRequests();
  const listeners = new Map<EventName, Set<(payload: never) => void>>();
  const fault = (text: string): CallFailure => {
    faults.add(text);
    return new CallFailure({ code: 'internal', message: text, retryable: false });
  };

  return {
    faults,
    awaitedRequests,
    answer: (more) => void Object.assign(replies, more),
    inputs<N extends OperationName>(operation: N) {
      return asked.filter((one) => one.operation === operation).map(({ input }) => input as ParsedInput<N>);
    },
    loseConnection: () => {
      for (const listener of lost) {
        listener();
      }
    },
    send: (name, payload) => {
      const parsed = events[name].parse(payload);
      for (const listener of listeners.get(name) ?? []) {
        listener(parsed as never);
      }
    },

    async invoke<N extends OperationName>(
      operation: N,
      input: OperationInput<N>,
      options: {
        signal?: AbortSignal | undefined;
        onProgress?: ((step: OperationProgress<N>) => void) | undefined;
      } = {},
    ) {
      const contract = operations[operation];
      const parsedInput = contract.input.safeParse(structuredClone(input));
      if (!parsedInput.success) {
        throw fault(`${operation} was asked against the contract: ${parsedInput.error.message}`);
      }
      asked.push({ operation, input: parsedInput.data });
      const reply = replies[operation] as Reply<N> | undefined;
      if (reply === undefined) {
        throw fault(
          `${operation} has no reply: add one to test/components/first-replies.ts if many pages ask for it, or else to the test (openWindow, bridge.answer)`,
        );
      }
      const work = new AbortController();
      const { promise: stopped, reject } = Promise.withResolvers<never>();
      // As over a bridge: the cancellation arrives later, and what the reply makes of it comes before the failure.
      const cancel = () =>
        void setTimeout(() => {
          work.abort();
          setTimeout(() => reject(new CallFailure(cancelled)));
        });
      options.signal?.addEventListener('abort', cancel, { once: true });
      if (options.signal?.aborted) {
        cancel();
      }
      const request = awaitRequest(awaitedRequests, operation, cancel);
      const progress = (step: OperationProgress<N>) => {
        const report = contract.progress.parse(step) as OperationProgress<N>;
        request?.report(report);
        options.onProgress?.(report);
      };
      // A reply never arrives within the call that asked for it.
      const answered = Promise.resolve().then(() =>
        reply(parsedInput.data as ParsedInput<N>, { signal: work.signal, progress }),
      );
      const answer = await Promise.race([answered, stopped])
        .catch((error) => {
          throw error instanceof CallFailure ? error : new CallFailure(failureOf(error));
        })
        .finally(() => request?.end());
      const output = contract.output.safeParse(structuredClone(answer));
      if (!output.success) {
        throw fault(`The reply of ${operation} is against the contract: ${output.error.message}`);
      }
      return output.data as OperationOutput<N>;
    },
    on(name, listener) {
      const all = listeners.get(name) ?? new Set();
      listeners.set(name, all.add(listener as (payload: never) => void));
      return () => all.delete(listener as (payload: never) => void);
    },
    onConnectionLost(listener) {
      lost.add(listener);
      return () => lost.delete(listener);
    },
  };
}

const cancelled: FailureView = { code: 'cancelled', message: 'Cancelled.', retryable: true };

/** A reply that fails. */
export function failing(view: Partial<FailureView> & Pick<FailureView, 'code'>): () => never {
  return () => {
    throw new CallFailure({ message: 'It failed.', retryable: true, ...view });
  };
}
