import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, json } from 'node:stream/consumers';
import { type Console, compose } from '../../main/compose.ts';
import { goneSignal } from '../../main/hosts/browser/answer.ts';
import { Downloads } from '../../main/hosts/browser/downloads.ts';
import { browserHost } from '../../main/hosts/browser/host.ts';
import { answerRequest } from '../../main/hosts/browser/routes.ts';
import type { Envelope } from '../../preload/contract/envelope.ts';
import { decodeFrame, encodeFrame, type PageMessage } from '../../preload/contract/frames.ts';
import { createBridgeClient } from '../../renderer/bridge/bridge-client.ts';
import { bridgeOf } from './bridge.ts';
import { withOrientation } from './exif.ts';
import { mediaFiles } from './media-files.ts';
import { type AskedMedium, type ServedMedium, startMediaService } from './media-service.ts';

/** All of main, whose addresses of media and downloads begin with `/console/NAME`. */
interface OneMain extends Pick<Console, 'dispatch' | 'eventBus' | 'serveMedia'> {
  downloads: Downloads;
  close(): Promise<void>;
}

const running = new Map<string, Promise<OneMain>>();
const media = startMediaService([]);

/** One with the sandbox, one whose service serves only media: only one environment of a console can be selected. */
const starts: Record<string, () => Promise<OneMain>> = {
  sandbox: () => start('sandbox'),
  async media() {
    const main = await start('media');
    const bridge = createBridgeClient(bridgeOf(main.dispatch, main.eventBus));
    await (await media).join({ bridge });
    return main;
  },
};

async function start(name: string): Promise<OneMain> {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-component-'));
  const downloads = new Downloads(() => performance.now());
  const host = browserHost(downloads, {});
  const begin = `/console/${name}`;
  const own = (address: string) => address.slice(begin.length);
  const { close, ...main } = await compose({
    dataDir,
    log: () => undefined,
    host: {
      ...host,
      mediaAddress: (token) => begin + host.mediaAddress(token),
      mediaToken: (address) => host.mediaToken(own(address)),
      async saveFile(file, options) {
        const saved = await host.saveFile(file, options);
        return saved.kind === 'download' ? { ...saved, address: begin + saved.address } : saved;
      },
      downloadOutcome: (address, options) => downloads.outcome(own(address), options),
    },
  });
  return {
    ...main,
    downloads,
    async close() {
      await close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * `POST /NAME/invoke` runs an operation: a frame of the bridge is answered with another. `PUT /media` adds a conversation with the given media
 * and answers with its id; `PATCH /media/ID` changes the medium of that id in it. `GET /media` lists the requests for media.
 * Everything else is an address that main gave.
 */
export async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url = '' } = request;
  if (method === 'PUT' || method === 'PATCH' || url === '/media') {
    const answered = await control(request, url.split('/')[2] ?? '');
    response.end(JSON.stringify(answered));
    return;
  }
  const [, name = '', path = ''] = /^\/(\w+)(\/[^?]*)/.exec(url) ?? [];
  let main = running.get(name);
  if (!main) {
    main = starts[name]?.() ?? Promise.reject(new Error(`There is no main of the name ${name}`));
    running.set(name, main);
  }
  const { dispatch, downloads, serveMedia } = await main;
  if (path !== '/invoke') {
    return answerRequest({ downloads, serveMedia, pageRoot: '' }, { request, response, path });
  }
  const { callId, operation, input } = decodeFrame(await buffer(request)) as Extract<
    PageMessage,
    { kind: 'invoke' }
  >;
  const client = dispatch.client();
  goneSignal(response).addEventListener('abort', () => client.cancel(callId));
  const invoke = (wanted: string, given: unknown): Promise<Envelope> =>
    client.invoke({ callId, operation: wanted, input: given, progress: () => undefined });
  const envelope = await invoke(operation, input);
  if (operation === 'conversations.open' && envelope.ok) {
    // Each is added to the list of cases after the response; the page, which no events reach, asks for it once.
    let found: Envelope;
    do {
      found = await invoke('cases.get', input);
    } while (found.ok && (found.value as { case?: unknown }).case === undefined);
  }
  response.end(encodeFrame({ kind: 'answer', callId, envelope }));
}

async function control(request: IncomingMessage, conversationId: string): Promise<unknown> {
  const service = await media;
  if (request.method === 'PUT') {
    const asked = (await json(request)) as AskedMedium[];
    const id = randomUUID();
    service.others.set(id, asked.map(served));
    return id;
  }
  if (request.method === 'PATCH') {
    const changed = Object.entries((await json(request)) as object).map(([name, value]) => [
      name,
      value ?? undefined,
    ]);
    const { id, ...rest } = Object.fromEntries(changed) as Partial<ServedMedium>;
    Object.assign(service.others.get(conversationId)?.find((medium) => medium.id === id) ?? {}, rest);
    return {};
  }
  return service.requests;
}

function served({ file = '', jpeg, orientation = 1, ...medium }: AskedMedium): ServedMedium {
  const content =
    jpeg === undefined
      ? mediaFiles[file]?.()
      : (['image/jpeg', withOrientation(Buffer.from(jpeg, 'base64'), orientation)] as const);
  if (content === undefined) {
    throw new Error(`There is no file of the name ${file}`);
  }
  const [contentType, bytes] = content;
  return { id: file, type: 'FACE', contentType, bytes, ...medium };
}

export async function close(): Promise<void> {
  for (const main of running.values()) {
    await (await main).close();
  }
  await (await media).close();
}
