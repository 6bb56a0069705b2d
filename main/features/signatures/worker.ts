import { serveTask } from '../../common/workers/serve-task.ts';
import { explainAll, type SearchEvent } from './engine/explain.ts';
import { type SignatureRequest, tasks } from './tasks.ts';

/** Performs one task on untrusted input. Keys come by message, so that none is ever in the environment or an argument. */
serveTask<SignatureRequest, unknown, SearchEvent>(async (request, { signal, emit }) => {
  if (request.task === 'explain') {
    return { output: await explainAll(request.input, { signal, onEvent: emit }) };
  }
  const perform = tasks[request.task] as (...input: unknown[]) => unknown;
  return { output: perform(...request.input) };
});
