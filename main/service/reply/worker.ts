import { ownBytes } from '../../workers/own-bytes.ts';
import { serveTask } from '../../workers/serve-task.ts';
import { type ReplyReading, readReply } from './read.ts';
import type { ReplyTask } from './reply-reader.ts';

/** Reads one reply; its bytes go back with what was read. */
serveTask<ReplyTask, ReplyReading>(({ name, bytes, charset }) => {
  const reading = readReply(name, bytes, charset);
  if (!reading.ok) {
    return { output: reading };
  }
  const utf8 = ownBytes(reading.utf8);
  return { output: { ...reading, utf8 }, transfer: [utf8.buffer] };
});
