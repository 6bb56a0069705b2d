import { Redaction } from '../../common/redaction.ts';
import { ownBytes } from '../../common/workers/own-bytes.ts';
import { serveTask } from '../../common/workers/serve-task.ts';
import { type ReplyReading, readReply } from './read.ts';
import type { ReplyTask } from './reply-reader.ts';

/** Parses one reply and returns it with its bytes, both without the secrets it repeats. */
serveTask<ReplyTask, ReplyReading>(({ name, bytes, charset, secrets }) => {
  const redaction = new Redaction();
  redaction.keep('task', secrets);
  const reading = readReply(name, bytes, charset, redaction);
  if (!reading.ok) {
    return { output: reading };
  }
  const utf8 = ownBytes(reading.utf8);
  return { output: { ...reading, utf8 }, transfer: [utf8.buffer] };
});
