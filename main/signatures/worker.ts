import { parentPort } from 'node:worker_threads';
import { type ExplainEvent, type ExplainInput, explain } from './engine/explain.ts';

/** What the worker sends: the search's events, then nothing more. */
export type WorkerMessage = ExplainEvent;

/** One search for one message: the input comes by message, so that no key stands in an environment or an argument. */
async function answer(port: NonNullable<typeof parentPort>, input: ExplainInput): Promise<void> {
  for await (const event of explain(input)) port.postMessage(event satisfies WorkerMessage);
  port.close();
}

const port = parentPort;
port?.once('message', (input: ExplainInput) => void answer(port, input));
