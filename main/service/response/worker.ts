import { Redaction } from '../../common/redaction.ts';
import { ownBytes } from '../../common/workers/own-bytes.ts';
import { serveTask } from '../../common/workers/serve-task.ts';
import { type ResponseReading, readResponse } from './read.ts';
import type { ResponseTask } from './response-reader.ts';

/** Parses one response and returns it with its bytes, both without the secrets it repeats. */
serveTask<ResponseTask, ResponseReading>(({ name, bytes, charset, secrets }) => {
  const redaction = new Redaction();
  redaction.keep('task', secrets);
  const reading = readResponse(name, bytes, charset, redaction);
  if (!reading.ok) {
    return { output: reading };
  }
  const utf8 = ownBytes(reading.utf8);
  return { output: { ...reading, utf8 }, transfer: [utf8.buffer] };
});
