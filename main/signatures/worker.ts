import { parentPort } from 'node:worker_threads';
import { type ExplainInput, explain } from './engine/explain.ts';

/** What the worker is sent: one search, and perhaps the wish to end it. */
export type WorkerRequest = { type: 'explain'; input: ExplainInput } | { type: 'stop' };

const port = parentPort;
const stop = new AbortController();

/** The input comes by message, so that no key ever stands in an environment or an argument. */
port?.on('message', async (request: WorkerRequest) => {
  if (request.type === 'stop') {
    stop.abort();
    return;
  }
  for await (const event of explain(request.input, stop.signal)) port.postMessage(event);
  port.close();
});
