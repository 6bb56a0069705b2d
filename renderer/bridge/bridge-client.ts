import type { Bridge } from '../../preload/contract/bridge.ts';
import type { FailureView } from '../../preload/contract/envelope.ts';
import type { EventName, EventPayload } from '../../preload/contract/events.ts';
import type {
  OperationInput,
  OperationName,
  OperationOutput,
  OperationProgress,
} from '../../preload/contract/operations.ts';
import { type AwaitedRequests, awaitRequest, createAwaitedRequests } from './awaited-requests.ts';

/** An operation that failed, with main's message. */
export class CallFailure extends Error {
  readonly view: FailureView;

  constructor(view: FailureView) {
    super(view.message);
    this.name = 'CallFailure';
    this.view = view;
  }
}

/**
 * Returns the failure of a call. Anything else that was thrown is a defect: it is reported as an uncaught error is, and shown as a
 * failure, so that no store stays busy because of it.
 */
export function failureOf(error: unknown): FailureView {
  if (error instanceof CallFailure) {
    return error.view;
  }
  globalThis.reportError(error);
  return {
    code: 'internal',
    message: 'Something went wrong in Assay.',
    hint: 'Try again. If it keeps happening, report it and describe what you were doing.',
    retryable: true,
  };
}

export interface CallOptions<N extends OperationName> {
  /** Aborting it cancels the work in main and any network request behind it. */
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: OperationProgress<N>) => void) | undefined;
}

/** The renderer's end of the bridge, typed by the contract. */
export interface BridgeClient {
  /** @throws CallFailure, also when it was cancelled (code `cancelled`). */
  invoke<N extends OperationName>(
    operation: N,
    input: OperationInput<N>,
    options?: CallOptions<N>,
  ): Promise<OperationOutput<N>>;
  on<N extends EventName>(name: N, listener: (payload: EventPayload<N>) => void): () => void;
  onConnectionLost(listener: () => void): () => void;
  awaitedRequests: AwaitedRequests;
}

export function createBridgeClient(bridge: Bridge): BridgeClient {
  const awaitedRequests = createAwaitedRequests();
  return {
    awaitedRequests,
    async invoke(operation, input, options = {}) {
      const callId = crypto.randomUUID();
      const cancel = () => bridge.cancel(callId);
      const request = awaitRequest(awaitedRequests, operation, cancel);
      const unsubscribe =
        options.onProgress || request
          ? bridge.subscribe((message) => {
              if (message.kind === 'progress' && message.callId === callId) {
                request?.report(message.progress);
                options.onProgress?.(message.progress as OperationProgress<typeof operation>);
              }
            })
          : undefined;
      try {
        if (options.signal?.aborted) {
          throw new CallFailure(cancelled);
        }
        options.signal?.addEventListener('abort', cancel, { once: true });
        const envelope = await bridge.invoke(callId, operation, input);
        if (!envelope.ok) {
          throw new CallFailure(envelope.error);
        }
        return envelope.value as OperationOutput<typeof operation>;
      } catch (error) {
        throw error instanceof CallFailure ? error : new CallFailure(failureOf(error));
      } finally {
        request?.end();
        options.signal?.removeEventListener('abort', cancel);
        unsubscribe?.();
      }
    },
    on(name, listener) {
      return bridge.subscribe((message) => {
        if (message.kind === 'event' && message.name === name) {
          listener(message.payload as EventPayload<typeof name>);
        }
      });
    },
    onConnectionLost(listener) {
      return bridge.subscribe((message) => {
        if (message.kind === 'connection') {
          listener();
        }
      });
    },
  };
}

const cancelled: FailureView = {
  code: 'cancelled',
  message: 'Cancelled before it started.',
  retryable: true,
};
