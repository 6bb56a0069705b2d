import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { utilityProcess as ElectronUtilityProcess } from 'electron';
import { startPackedConsole } from './packed-console.ts';

/**
 * Uses the built console once from its archive, and sends what was seen to the process that started this one; a part that fails is its error.
 * Its argument is the archive.
 */
const [, , archive = ''] = process.argv;
const assay = await startPackedConsole(archive);
const value = async (operation: string, input: unknown) => {
  const envelope = await assay.invoke(crypto.randomUUID(), operation, input);
  return envelope.ok ? (envelope.value as Record<string, unknown>) : Promise.reject(envelope.error);
};

const environmentId = 'sandbox';
const { samples } = (await value('conversations.samples', { environmentId })) as {
  samples: { id: string }[];
};
const conversationId = samples[0]?.id ?? '';
const savesTo = join(assay.downloads, 'report.pdf');

const parts = {
  /** Served from the archive, with its nonce. */
  page: async () => assay.window.contents.html,
  /** A decoder of the page. */
  wasm: async () =>
    (await assay.double.session.request('assay-app://console/pdfjs/wasm/openjpeg.wasm')).status,
  environments: () => value('environments.list', {}),
  conversation: () => value('conversations.open', { environmentId, conversationId }),
  async medium() {
    const { media } = (await value('media.list', { environmentId, conversationId })) as {
      media: { id: string; contentType?: string }[];
    };
    const mediaId = media.find(({ contentType }) => contentType?.startsWith('image/'))?.id;
    const { form, address } = await value('media.open', { environmentId, conversationId, mediaId });
    const answer = await assay.fetchMedia(String(address));
    const begins = Buffer.from(await answer.arrayBuffer()).toString('hex', 0, 2);
    return { form, status: answer.status, begins };
  },
  explained: () =>
    value('signatures.explain', {
      timestamp: '1700000000000',
      signature: createHmac('sha1', 'a key').update('1700000000000:{}').digest('hex'),
      key: { kind: 'pasted', key: 'a key' },
      body: new TextEncoder().encode('{}'),
    }),
  async report() {
    assay.double.person.savesTo = savesTo;
    const saved = await value('evidence.saveReport', {
      environmentId,
      conversationId,
      unmasked: false,
      mediaIds: [],
      as: 'pdf',
    });
    return { saved, begins: readFileSync(savesTo, 'latin1').slice(0, 5) };
  },
  /** The native library, which is beside the archive. */
  keychain: async () =>
    typeof createRequire(join(archive, 'out', 'main', 'electron.js'))('keytar').getPassword,
  /** The process that runs it answers, though there is no secret service. */
  async keychainProcess() {
    const { utilityProcess } = assay.double.module as { utilityProcess: typeof ElectronUtilityProcess };
    const child = utilityProcess.fork(join(archive, 'out', 'main', 'keychain-keytar-worker.js'));
    child.postMessage(['getPassword', ['assay', 'nobody']]);
    const answer = Promise.race([once(child, 'message'), once(child, 'exit').then(() => [])]);
    const answered = (await answer).length > 0;
    child.kill();
    return answered;
  },
  async workers() {
    const folder = join(archive, 'out', 'main');
    const files = readdirSync(folder).filter(
      (name) => name.endsWith('-worker.js') && !name.startsWith('keychain-'),
    );
    return Object.fromEntries(
      await Promise.all(files.map(async (name) => [name, await answerOf(join(folder, name))])),
    );
  },
};

/** Starts a worker and asks it for what none can do: it answers that it cannot. */
async function answerOf(file: string): Promise<string> {
  const worker = new Worker(file, { env: {}, argv: [], execArgv: [] });
  worker.postMessage({ type: 'task', id: 1, name: 'nothing', input: undefined });
  try {
    const [{ type }] = await once(worker, 'message');
    return type;
  } catch (error) {
    return String(error);
  } finally {
    await worker.terminate();
  }
}

const seen: Record<string, unknown> = {};
for (const [name, look] of Object.entries(parts)) {
  seen[name] = await look().catch((error: unknown) => ({ failed: error }));
}
await assay.close();
process.send?.(seen);
process.disconnect?.();
