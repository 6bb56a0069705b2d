import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { FileToSave, Host, ServeMedia } from '../../../../main/bridge/host.ts';
import { Failure } from '../../../../main/common/failure.ts';
import { Addresses } from '../../../../main/features/media/addresses.ts';
import { mediaHandlers } from '../../../../main/features/media/handlers.ts';
import { MrzReader } from '../../../../main/features/media/mrz/mrz-reader.ts';
import { createServeMedia } from '../../../../main/features/media/serve.ts';
import { SpoolDirectory } from '../../../../main/features/media/spool/spool-directory.ts';
import type { MediaItem } from '../../../../preload/contract/service/metadata.ts';
import { type Service, startService } from '../../../support/service.ts';

const environmentId = 'test';
const context = () => ({
  signal: new AbortController().signal,
  closed: new AbortController().signal,
  progress: () => undefined,
});
const everything = 'Everything that can be collected';

let service: Service;
let addresses: Addresses;
let serve: ServeMedia;
let spools: SpoolDirectory;
let directory = '';
let now = 0;
/** The system's clock, which may be changed. */
let wallClock = Date.now();
let saved: FileToSave | undefined;
let media: ReturnType<typeof mediaHandlers>;
let mrz: MrzReader;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'assay-serve-'));
  service = await startService();
  addresses = new Addresses(() => now);
  spools = new SpoolDirectory(join(directory, 'spool'));
  serve = createServeMedia(service.services, addresses, spools);
  const host: Pick<Host, 'mediaAddress' | 'mediaToken' | 'saveFile'> = {
    mediaAddress: (token) => `/media/${token}`,
    mediaToken: (address) => address.slice('/media/'.length),
    async saveFile(file) {
      saved = file;
      return { kind: 'download', address: '/download/1', fileName: file.fileName };
    },
  };
  mrz = new MrzReader();
  media = mediaHandlers({
    services: service.services,
    addresses,
    host,
    onContentChecked: () => undefined,
    mrz,
    compareWithZone: async () => [],
    keepRaw: () => 'kept',
    now: () => wallClock,
  });
});
afterAll(async () => {
  addresses.close();
  await mrz.close();
  await service.close();
  rmSync(directory, { recursive: true, force: true });
});

async function list(title: string): Promise<{ conversationId: string; items: MediaItem[] }> {
  const conversationId = service.idOf(title);
  return {
    conversationId,
    items: (await media['media.list']({ environmentId, conversationId }, context())).media,
  };
}

async function open(conversationId: string, item: MediaItem) {
  const { id: mediaId, contentType } = item;
  return media['media.open']({ environmentId, conversationId, mediaId, contentType }, context());
}

async function get(address: string, range?: string) {
  const response = await serve(address.slice('/media/'.length), {
    range,
    signal: new AbortController().signal,
  });
  return { ...response, body: await buffer(response.body) };
}

async function faultsWaiting(): Promise<number> {
  return ((await service.control('/faults')) as { arranged: number }).arranged;
}

/** The next request meets the fault that waits; the one after it gets the file. */
async function meetFault(conversationId: string, mediaId: string): Promise<Buffer> {
  const client = service.services.client(environmentId);
  await client.openMedia(conversationId, mediaId).then(
    ({ body }) => body.destroy(),
    () => undefined,
  );
  return buffer((await client.openMedia(conversationId, mediaId)).body);
}

describe('media', () => {
  test('are listed in both shapes of the field notes', async () => {
    expect((await list(everything)).items.length).toBeGreaterThanOrEqual(12);
    expect((await list('Metadata in the shape of the field')).items.length).toBeGreaterThan(0);
    expect((await list('Finished, nothing collected')).items).toEqual([]);
  });

  test('of every kind open by their type, and arrive byte for byte', async () => {
    const { conversationId, items } = await list(everything);
    const forms = new Set<string>();
    for (const item of items) {
      const opened = await open(conversationId, item);
      forms.add(opened.form);
      expect(opened.foundType, item.contentType).toBe(item.contentType);
      const bare = await service.services.client(environmentId).openMedia(conversationId, item.id);
      const whole = await buffer(bare.body);
      const first = await get(opened.address ?? '');
      expect(first.status).toBe(200);
      expect(first.headers['content-type']).toBe(item.contentType);
      expect(first.body.equals(whole)).toBe(true);
      expect((await get(opened.address ?? '')).body.equals(whole)).toBe(true);
    }
    expect(forms).toEqual(new Set(['image', 'video', 'pdf']));
  });

  test('a player gets the ranges it requests', async () => {
    const { conversationId, items } = await list(everything);
    const video = items.find((item) => item.contentType?.startsWith('video/'));
    if (!video) {
      throw new Error('no video is seeded');
    }
    const opened = await open(conversationId, video);
    const start = await get(opened.address ?? '', 'bytes=0-');
    expect(start.status).toBe(206);
    expect(start.headers['content-range']).toBe(`bytes 0-${start.body.length - 1}/${start.body.length}`);
    const middle = await get(opened.address ?? '', 'bytes=100-199');
    expect(middle.status).toBe(206);
    expect(middle.body.equals(start.body.subarray(100, 200))).toBe(true);
  });

  test('with a wrong type are not shown, and both types are named', async () => {
    const { conversationId, items } = await list('Files that are not what they say they are');
    let refused = 0;
    for (const item of items) {
      // One with the honest type of a web page is not opened as a file at all.
      const opened = await open(conversationId, item).catch((error: unknown) => {
        expect(error).toMatchObject({ code: 'reply-html' });
      });
      if (opened?.foundType === item.contentType) {
        continue;
      }
      refused += 1;
      if (!opened) {
        continue;
      }
      expect(opened.form, item.contentType).toBe('none');
      expect(opened.address).toBeUndefined();
      expect(opened.reason).toBeTruthy();
    }
    expect(refused).toBeGreaterThanOrEqual(3);
  });

  test('that are read whole are requested from the service once, and come from a sealed file after that', async () => {
    const { conversationId, items } = await list(everything);
    const image = items.find((item) => item.contentType?.startsWith('image/'));
    if (!image) {
      throw new Error('no image is seeded');
    }
    const { address = '' } = await open(conversationId, image);
    const first = await get(address);
    const path = `/api/conversations/${conversationId}/identity/metadata/media/${image.id}`;
    await service.control('/faults', { match: { path }, fault: { status: 500 }, times: 1 });
    expect((await get(address)).body.equals(first.body)).toBe(true);
    expect((await get(address, 'bytes=2-9')).body.equals(first.body.subarray(2, 10))).toBe(true);
    expect(await faultsWaiting()).toBe(1);
    await meetFault(conversationId, image.id);
  });

  test('that two viewers want at the same time are requested once, and both get all bytes', async () => {
    const { conversationId, items } = await list(everything);
    const image = items.find((item) => item.contentType?.startsWith('image/'));
    if (!image) {
      throw new Error('no image is seeded');
    }
    const { address = '' } = await open(conversationId, image);
    const path = `/api/conversations/${conversationId}/identity/metadata/media/${image.id}`;
    await service.control('/faults', { match: { path }, fault: { status: 500 }, times: 1 });
    const responses = await Promise.all([get(address), get(address), get(address, 'bytes=0-')]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 206]);
    expect(await faultsWaiting()).toBe(1);
    const whole = await meetFault(conversationId, image.id);
    for (const { body } of responses) {
      expect(body.equals(whole)).toBe(true);
    }
  });

  test('that cannot be kept are refused, and their download ends', async () => {
    const { conversationId, items } = await list(everything);
    const image = items.find((item) => item.contentType?.startsWith('image/'));
    if (!image) {
      throw new Error('no image is seeded');
    }
    const { address = '' } = await open(conversationId, image);
    const token = address.slice('/media/'.length);
    const held = vi.spyOn(addresses, 'takeHeld');
    onTestFinished(() => held.mockRestore());
    const full = new Failure({ code: 'file-not-written', message: 'The disk is full.' });
    const serveFull = createServeMedia(service.services, addresses, { create: () => Promise.reject(full) });
    const response = await serveFull(token, { signal: new AbortController().signal });
    expect(response.status).toBe(502);
    const taken = held.mock.results[0]?.value as { body: Readable };
    expect(taken.body.destroyed).toBe(true);
  });

  test('whose bytes change between the check and the display are refused', async () => {
    const { conversationId, items } = await list(everything);
    const video = items.find((item) => item.contentType?.startsWith('video/'));
    if (!video) {
      throw new Error('no video is seeded');
    }
    const opened = await open(conversationId, video);
    await get(opened.address ?? '');
    await service.control('/faults', {
      match: {
        method: 'GET',
        path: `/api/conversations/${conversationId}/identity/metadata/media/${video.id}`,
      },
      fault: {
        status: 200,
        body: '<!doctype html><script>alert(1)</script>',
        contentType: video.contentType,
      },
      times: 1,
    });
    const second = await get(opened.address ?? '');
    expect(second.status).toBe(415);
    expect(second.body.toString()).not.toContain('script');
  });

  test('cancelled during their first bytes are answered without an error', async () => {
    const { conversationId, items } = await list(everything);
    const video = items.find((item) => item.contentType?.startsWith('video/'));
    if (!video) {
      throw new Error('no video is seeded');
    }
    const path = `/api/conversations/${conversationId}/identity/metadata/media/${video.id}`;
    const { address = '' } = await open(conversationId, video);
    await get(address);
    await service.control('/faults', {
      match: { path },
      fault: { drip: { bytes: 1, everyMs: 20 } },
      times: 1,
    });
    const given = new AbortController();
    const answer = serve(address.slice('/media/'.length), { range: undefined, signal: given.signal });
    await vi.waitUntil(async () => (await faultsWaiting()) === 0);
    given.abort();
    expect((await answer).status).toBe(503);
  });

  test('cannot run or be cached by the page that shows them', async () => {
    const { conversationId, items } = await list(everything);
    const [first] = items;
    if (!first) {
      throw new Error('nothing is seeded');
    }
    const { headers } = await get((await open(conversationId, first)).address ?? '');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toContain('sandbox');
    expect(headers['cache-control']).toBe('no-store');
  });
});

describe('an address', () => {
  test('contains only random bits, and stops working when it expires or is released', async () => {
    const { conversationId, items } = await list(everything);
    const [first] = items;
    if (!first) {
      throw new Error('nothing is seeded');
    }
    const one = (await open(conversationId, first)).address ?? '';
    const two = (await open(conversationId, first)).address ?? '';
    expect(one).toMatch(/^\/media\/[\w-]{43}$/);
    expect(one).not.toBe(two);
    media['media.close']({ address: one }, context());
    expect((await get(one)).status).toBe(404);
    now += 6 * 60_000;
    expect((await get(two)).status).toBe(404);
    expect((await get('/media/nonsense')).status).toBe(404);
  });

  test('does not work again when the clock is set back, nor fails for a clock beyond all dates', async () => {
    const { conversationId, items } = await list(everything);
    const [first] = items;
    if (!first) {
      throw new Error('nothing is seeded');
    }
    wallClock = 1e17;
    const { address = '', expiresAt } = await open(conversationId, first);
    expect(expiresAt).toBe('+275760-09-13T00:00:00.000Z');
    now += 6 * 60_000;
    wallClock = 0;
    expect((await get(address)).status).toBe(404);
    wallClock = Date.now();
  });
});

describe('saving', () => {
  test('uses the service’s file name, sanitized, and the unchanged bytes', async () => {
    const { conversationId, items } = await list('Files with difficult names');
    for (const item of items) {
      await media['media.save']({ environmentId, conversationId, mediaId: item.id }, context());
      expect(saved?.fileName).toMatch(/^[^./\\][^/\\]*\.[a-z0-9]+$/);
      const opened = await saved?.open(new AbortController().signal);
      if (!opened) {
        throw new Error('nothing was offered');
      }
      expect((await buffer(opened.body)).length).toBe(opened.bytes);
    }
  });
});

describe('releasing an address', () => {
  test('stops what is being served under it', async () => {
    const { conversationId, items } = await list(everything);
    const item = items.find(({ contentType = '' }) => contentType.startsWith('video/'));
    if (!item) {
      throw new Error('The sandbox has no video.');
    }
    const { address = '' } = await open(conversationId, item);
    const token = address.slice('/media/'.length);
    const response = await serve(token, { range: 'bytes=0-4095', signal: new AbortController().signal });
    await media['media.close']({ address }, context());
    await vi.waitFor(() => expect(response.body.destroyed).toBe(true));
  });

  test('stops a request that the service has not answered', async () => {
    const { conversationId, items } = await list(everything);
    const [item] = items;
    if (!item) {
      throw new Error('The sandbox has no media.');
    }
    const { address = '' } = await open(conversationId, item);
    const token = address.slice('/media/'.length);
    let asked: AbortSignal | undefined;
    const services = {
      client: () => ({
        openMedia: (_conversation: string, _medium: string, { signal }: { signal: AbortSignal }) => {
          asked = signal;
          return new Promise((_resolve, reject) =>
            signal.addEventListener('abort', () => reject(signal.reason)),
          );
        },
      }),
    } as unknown as typeof service.services;
    const response = createServeMedia(
      services,
      addresses,
      spools,
    )(token, {
      range: 'bytes=5-9',
      signal: new AbortController().signal,
    });
    await vi.waitFor(() => expect(asked).toBeDefined());
    addresses.revoke(token);
    expect(asked?.aborted).toBe(true);
    expect((await response).status).toBe(503);
  });
});
