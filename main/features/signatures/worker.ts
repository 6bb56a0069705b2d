import { serveTask } from '../../common/workers/serve-task.ts';
import { checkBody, readShortMessage } from './check-body.ts';
import { compareBodies } from './compare-bodies.ts';
import { explain } from './engine/explain.ts';
import { importViews } from './import-views.ts';
import type { SignatureEvent, SignatureResult, SignatureTask } from './tasks.ts';

/** Performs one task on untrusted input. Keys come by message, so that none is ever in the environment or an argument. */
serveTask<SignatureTask, SignatureResult, SignatureEvent>(async (task, { signal, emit }) => {
  switch (task.kind) {
    case 'import': {
      const output = importViews(task.source, task.pasted);
      const transfer = output.ok ? output.requests.flatMap(({ body }) => (body ? [body.buffer] : [])) : [];
      return { output, transfer: transfer.filter((buffer) => buffer instanceof ArrayBuffer) };
    }
    case 'check':
      return { output: checkBody(task.timestamp, task.keys, task.body) };
    case 'message':
      return { output: readShortMessage(task.body) };
    case 'compare':
      return { output: compareBodies(task.callback, task.service) };
    case 'explain':
      for await (const event of explain(task.input, signal)) {
        if (event.type === 'done') {
          return { output: event.explanation };
        }
        emit(event);
      }
      throw new Error('a search has an end');
  }
});
