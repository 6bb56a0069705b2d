/** Runs keytar in a process of its own: `utilityProcess` under Electron, a child process under Node. */
import keytar from 'keytar';
import type { KeytarCall, KeytarReply } from './keytar-process.ts';

interface ParentPort {
  on(event: 'message', listener: (event: { data: KeytarCall }) => void): void;
  postMessage(reply: KeytarReply): void;
}

async function answer([name, args]: KeytarCall): Promise<KeytarReply> {
  try {
    const call = keytar[name as 'getPassword'] as (
      ...args: string[]
    ) => Promise<string | boolean | null | undefined>;
    return { value: (await call(...args)) ?? null };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

const { parentPort } = process as unknown as { parentPort?: ParentPort };
if (parentPort) {
  parentPort.on('message', ({ data }) => void answer(data).then((reply) => parentPort.postMessage(reply)));
} else {
  process.on('message', (call: KeytarCall) => void answer(call).then((reply) => process.send?.(reply)));
}
