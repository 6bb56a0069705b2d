import { threadId } from 'node:worker_threads';
import { serveTask } from '../../../../main/common/workers/serve-task.ts';

export type Asked =
  | { kind: 'double'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'spin' }
  | { kind: 'gather' }
  | { kind: 'throw' }
  | { kind: 'leave' }
  | { kind: 'until-stopped' }
  | { kind: 'environment' };

export type Answered = { threadId: number; bytes?: Uint8Array<ArrayBuffer>; said?: unknown };

/** A task's good and bad behaviours. */
serveTask<Asked, Answered, string>(async (asked, { signal, emit }) => {
  emit(`began ${asked.kind}`);
  switch (asked.kind) {
    case 'double': {
      const bytes = Uint8Array.from([...asked.bytes, ...asked.bytes]);
      return { output: { threadId, bytes }, transfer: [bytes.buffer] };
    }
    case 'spin':
      for (;;) {}
    case 'gather': {
      const kept: unknown[] = [];
      for (;;) {
        kept.push({ kept: [kept.length] });
      }
    }
    case 'throw':
      throw new TypeError('not this');
    case 'leave':
      process.exit(3);
      break;
    case 'until-stopped':
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return { output: { threadId, said: 'stopped' } };
    case 'environment':
      return { output: { threadId, said: { env: process.env, argv: process.argv.slice(2) } } };
  }
});
