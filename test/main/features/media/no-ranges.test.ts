import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ServeMedia } from '../../../../main/bridge/host.ts';
import { Addresses } from '../../../../main/features/media/addresses.ts';
import { createServeMedia } from '../../../../main/features/media/serve.ts';
import { chunkBytes, SpoolDirectory } from '../../../../main/features/media/spool/spool-directory.ts';
import { TransferStatus } from '../../../../main/features/media/transfer-status.ts';
import { type MediaService, startMediaService } from '../../../support/media-service.ts';
import { servicesOf } from '../../../support/service.ts';

const mediumOf = { environmentId: 'test', mediaId: 'm', claimedType: 'video/mp4', foundType: 'video/mp4' };
const bytes = Buffer.concat([
  Buffer.from([0, 0, 0, 0x18]),
  Buffer.from('ftypisom'),
  randomBytes(5 * chunkBytes + 1234),
]);
const sha256 = createHash('sha256').update(bytes).digest('hex');

let service: MediaService;
let directory: string;
let addresses: Addresses;
let serve: ServeMedia;
let services: ReturnType<typeof servicesOf>;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'assay-spool-'));
  service = await startMediaService([{ id: 'm', contentType: 'video/mp4', bytes, sendsParts: false }]);
  services = servicesOf(service.baseUrl);
  addresses = new Addresses(() => 0);
  serve = createServeMedia(services, addresses, new SpoolDirectory(join(directory, 'spool')));
});
afterEach(async () => {
  addresses.close();
  await services.close();
  await service.close();
  rmSync(directory, { recursive: true, force: true });
});

async function opened(): Promise<string> {
  const medium = { ...mediumOf, conversationId: service.conversationId, transfer: new TransferStatus() };
  const response = await services.client('test').openMedia(service.conversationId, 'm', {});
  return addresses.give(medium, response).token;
}

async function get(token: string, range?: string) {
  const response = await serve(token, { range, signal: new AbortController().signal });
  return { ...response, body: await buffer(response.body) };
}

describe('a medium of a service that sends no parts', () => {
  test('is downloaded once, and any part of it is answered', async () => {
    const token = await opened();
    const whole = await get(token, 'bytes=0-');
    expect(whole.status).toBe(206);
    expect(whole.headers).toMatchObject({
      'accept-ranges': 'bytes',
      'content-range': `bytes 0-${bytes.length - 1}/${bytes.length}`,
    });
    expect(whole.body.equals(bytes)).toBe(true);
    for (const [first, last] of [
      [0, 0],
      [chunkBytes - 1, chunkBytes],
      [100, 4 * chunkBytes + 7],
      [bytes.length - 10, bytes.length - 1],
    ] as const) {
      const part = await get(token, `bytes=${first}-${last}`);
      expect(part.status).toBe(206);
      expect(part.body.equals(bytes.subarray(first, last + 1))).toBe(true);
    }
    expect((await get(token, 'bytes=-5')).body.equals(bytes.subarray(-5))).toBe(true);
    expect((await get(token, `bytes=${bytes.length}-`)).status).toBe(416);
    expect(service.ranges).toHaveLength(1);
    expect(addresses.find(token)?.transfer.arrival).toEqual({ sha256, bytes: bytes.length });
  });

  test('is kept sealed, without a name on disk, and gone when its address is given up', async () => {
    const token = await opened();
    await get(token);
    const spool = join(directory, 'spool');
    const files = readdirSync(spool);
    if (process.platform !== 'win32') {
      expect(files).toEqual([]);
      // The file without a name is still open: its content is what is on disk.
      const links = readdirSync('/proc/self/fd').filter((fd) => linkOf(fd).startsWith(spool));
      expect(links).toHaveLength(1);
      const kept = readFileSync(`/proc/self/fd/${links[0]}`);
      expect(kept.length).toBeGreaterThan(5 * chunkBytes);
      for (let at = 0; at + 64 < bytes.length; at += 10_000) {
        expect(kept.includes(bytes.subarray(at, at + 64))).toBe(false);
      }
    }
    addresses.revoke(token);
    await vi.waitFor(() => {
      expect(readdirSync('/proc/self/fd').filter((fd) => linkOf(fd).startsWith(spool))).toEqual([]);
    });
  });

  test('that breaks off gives what arrived, and is downloaded again when more is wanted', async () => {
    const [medium] = service.media;
    if (!medium) {
      throw new Error('no medium');
    }
    medium.breaksAfter = 3 * chunkBytes;
    const token = await opened();
    await expect(get(token)).rejects.toThrow();
    expect(addresses.find(token)?.transfer.problem?.message).toBeTruthy();
    delete medium.breaksAfter;
    expect((await get(token, 'bytes=0-')).body.equals(bytes)).toBe(true);
    expect(addresses.find(token)?.transfer.problem).toBeUndefined();
  });

  test('remains of a process that crashed are removed at the next start', () => {
    const spool = join(directory, 'spool');
    writeFileSync(join(spool, 'a'.repeat(32)), 'sealed');
    new SpoolDirectory(spool);
    expect(readdirSync(spool)).toEqual([]);
  });

  test('beyond the limit of the disk is refused with the reason', async () => {
    const small = createServeMedia(
      services,
      addresses,
      new SpoolDirectory(join(directory, 'small'), 2 * chunkBytes + 100),
    );
    const token = await opened();
    const response = await small(token, { range: undefined, signal: new AbortController().signal });
    await expect(buffer(response.body)).rejects.toThrow('larger than what Assay keeps');
  });
});

describe('a medium of a service that sends parts', () => {
  test('is taken up where the connection broke, and its hash is of all of it', async () => {
    const [medium] = service.media;
    if (!medium) {
      throw new Error('no medium');
    }
    Object.assign(medium, { sendsParts: true, breaksOnce: 3 * chunkBytes });
    const token = await opened();
    const whole = await get(token);
    expect(whole.body.equals(bytes)).toBe(true);
    expect(service.ranges).toHaveLength(2);
    expect(service.ranges[1]).toMatch(new RegExp(`^bytes=[1-9]\\d*-${bytes.length - 1}$`));
    expect(addresses.find(token)?.transfer.arrival).toEqual({ sha256, bytes: bytes.length });
  });

  test('is not taken up with the bytes of another file', async () => {
    const [medium] = service.media;
    if (!medium) {
      throw new Error('no medium');
    }
    Object.assign(medium, { sendsParts: true, breaksOnce: 3 * chunkBytes, shrinksTo: 4 * chunkBytes });
    const token = await opened();
    await expect(get(token)).rejects.toThrow();
  });
});

function linkOf(fd: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return '';
  }
}
