import { parentPort } from 'node:worker_threads';
import { explainAll } from '../../main/features/signatures/engine/explain.ts';
import { verify } from '../../main/features/signatures/engine/verify-callback.ts';
import { importRequest } from '../../main/features/signatures/importers/import-request.ts';
import { bodies, sources } from './signatures-inputs.ts';

/** One hostile input to one part of the engine. */
export interface HostileTask {
  part: 'explain' | 'verify' | 'import';
  input: string;
}

const signature = 'ab'.repeat(32);
const timestamp = '1767225600123';
const key = { role: 'signing-key', value: 'sk_test_0123456789' } as const;

/** In milliseconds: a small body is searched completely, including pairs; of a large one the first part is enough. */
const budgetFor = (bytes: Uint8Array) => (bytes.length < 20_000 ? 15_000 : 700);

async function run({ part, input }: HostileTask): Promise<unknown> {
  const bytes = (part === 'import' ? sources : bodies)[input]?.();
  if (!bytes) {
    throw new Error(`no such input: ${input}`);
  }
  if (part === 'explain') {
    return explainAll({ timestamp, signature, body: bytes, key, budgetMs: budgetFor(bytes) });
  }
  if (part === 'verify') {
    return verify({ timestamp, signature, body: bytes, key: key.value, now: 0 });
  }
  const result = importRequest(bytes);
  if (!result.ok) {
    return result;
  }
  return { ok: true, notes: result.request.notes, body: result.request.body?.length };
}

parentPort?.on('message', async (task: HostileTask) => parentPort?.postMessage(await run(task)));
