import type { AddressInfo, Socket } from 'node:net';
import { createServer, type Server } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkContents } from '../../main/features/media/content-check.ts';
import { FilesProgress } from '../../main/features/records/evidence/files-progress.ts';
import { eachMedium } from '../../main/features/records/evidence/media-files.ts';
import { servicesOf } from '../support/service.ts';

const png = Buffer.from('\x89PNG\r\n\x1a\n and nothing more', 'latin1');

/** Servers of bytes, so that heads and bodies can contradict each other. */
interface ByteServer {
  base: string;
  server: Server;
  /** The first lines of the requests. */
  asked: string[];
}

async function serve(answer: (socket: Socket) => void): Promise<ByteServer> {
  const asked: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      asked.push(data.toString('latin1').split('\r\n')[0] ?? '');
      answer(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server, asked };
}

const head = (status: number, ...lines: string[]) =>
  [`HTTP/1.1 ${status} X`, 'connection: close', ...lines, '', ''].join('\r\n');

let elsewhere: ByteServer;
let opened: { server: Server }[] = [];
beforeEach(async () => {
  elsewhere = await serve((socket) => socket.end(head(200, 'content-length: 0')));
  opened = [elsewhere];
});
afterEach(() => {
  for (const { server } of opened) {
    server.close();
  }
});

const conversationId = 'conversation';
const media = [{ mediaId: 'm1', contentType: 'image/png' }];

/** Returns the results of checking a file and of saving it. */
async function outcome(answer: (socket: Socket) => void) {
  const service = await serve(answer);
  opened.push(service);
  const services = servicesOf(service.base);
  const client = services.client('test');
  const { signal } = new AbortController();
  const saved: { fileName: string; bytes: Buffer }[] = [];
  const progress = new FilesProgress(1, () => undefined);
  try {
    const checked = await checkContents(client, { environmentId: 'test', conversationId, media }, signal);
    await eachMedium(
      [{ id: 'm1' }],
      { client, conversationId, signal },
      progress,
      async ({ fileName, body }) => {
        saved.push({ fileName, bytes: await buffer(body) });
      },
    );
    return { checked, saved, missing: progress.missing, asked: service.asked };
  } finally {
    await services.close();
  }
}

test.each([301, 302, 303, 307, 308])(
  'a file that redirects (%i) is left out, and the other address is not asked',
  async (status) => {
    const { checked, saved, missing } = await outcome((socket) =>
      socket.end(head(status, `location: ${elsewhere.base}/stolen`, 'content-length: 0')),
    );
    expect(checked).toEqual({ mismatches: [], files: [], isComplete: false });
    expect(saved).toEqual([]);
    expect(missing).toEqual([{ mediaId: 'm1', reason: expect.any(String) }]);
    expect(elsewhere.asked).toEqual([]);
  },
);

describe('a length that is not the file’s', () => {
  test('and too large leaves the file out, and says why', async () => {
    const { saved, missing } = await outcome((socket) => {
      socket.write(head(200, 'content-type: image/png', `content-length: ${png.length + 1000}`));
      socket.end(png);
    });
    expect(saved).toEqual([]);
    expect(missing).toHaveLength(1);
  });

  test('and too small gives no more bytes than it says', async () => {
    const { saved } = await outcome((socket) => {
      socket.write(head(200, 'content-type: image/png', 'content-length: 10'));
      socket.end(png);
    });
    for (const { bytes } of saved) {
      expect(bytes).toEqual(png.subarray(0, 10));
    }
  });

  test.each([
    'bytes 0-9/5',
    'bytes 5-2/10',
    'bytes */10',
    'bytes 0-99999999999999999999/1',
    'bytes 0-9/99999999999999999999',
    'lines 1-2/3',
  ])('in a range (%s) is no size of the file', async (range) => {
    const { checked } = await outcome((socket) => {
      socket.write(
        head(206, 'content-type: image/png', `content-range: ${range}`, `content-length: ${png.length}`),
      );
      socket.end(png);
    });
    expect(checked.files).toEqual([{ mediaId: 'm1', fileName: 'm1.png' }]);
  });
});

test.each([
  ['HTML', '<!doctype html><script>alert(1)</script>', 'text/html'],
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'image/svg+xml'],
])('%s that is called image/png is found, whatever its name', async (_name, body, found) => {
  const { checked, saved } = await outcome((socket) => {
    const disposition = 'content-disposition: attachment; filename="passport.png"';
    socket.end(head(200, 'content-type: image/png', disposition, `content-length: ${body.length}`) + body);
  });
  expect(checked.mismatches).toMatchObject([{ claimed: 'image/png', found }]);
  expect(saved).toHaveLength(1);
});

test('a name cannot turn the direction of what is shown, nor contain control characters', async () => {
  const name = encodeURIComponent('passport\u202egnp.exe\u0007\u200b\u2066\n');
  const { checked, saved } = await outcome((socket) => {
    const disposition = `content-disposition: attachment; filename*=UTF-8''${name}`;
    socket.write(head(200, 'content-type: image/png', disposition, `content-length: ${png.length}`));
    socket.end(png);
  });
  const names = [checked.files[0]?.fileName, saved[0]?.fileName];
  for (const given of names) {
    expect(given).toMatch(/passport/);
    expect(given).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  }
});
