import { type MessagePort, parentPort } from 'node:worker_threads';
import type { TaskMessage, TaskReply } from './worker-pool.ts';

/** The context of a task, which it receives beside its input. */
export interface TaskContext<Event> {
  /** Aborted when the task should stop; noticed only when the task yields its thread. */
  signal: AbortSignal;
  emit(event: Event): void;
}

/** The result of a task. `transfer` lists the buffers of `output` that are transferred, not copied. */
export interface TaskOutput<Output> {
  output: Output;
  transfer?: readonly ArrayBuffer[];
}

/** Serves the worker's side of a `WorkerPool`: runs the one task this worker was started for. */
export function serveTask<Input, Output, Event = never>(
  perform: (input: Input, context: TaskContext<Event>) => Promise<TaskOutput<Output>> | TaskOutput<Output>,
): void {
  const port = parentPort as MessagePort;
  const abort = new AbortController();
  const send = (reply: TaskReply<Output, Event>, transfer: readonly ArrayBuffer[] = []) =>
    port.postMessage(reply, transfer);
  port.on('message', async (message: TaskMessage<Input>) => {
    if (message.type === 'stop') {
      return abort.abort();
    }
    try {
      const context = { signal: abort.signal, emit: (event: Event) => send({ type: 'event', event }) };
      const { output, transfer } = await perform(message.input, context);
      send({ type: 'done', output }, transfer);
    } catch (error) {
      send({ type: 'failed', error });
    }
  });
}
