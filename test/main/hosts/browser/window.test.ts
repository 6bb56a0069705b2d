import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openWindow, sendTo } from '../../../../main/hosts/browser/window.ts';
import { chromiumPath } from '../../../support/browser.ts';
import { serve } from './served.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'assay-window-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

test('A real Chromium gets the token over its pipe and connects', async () => {
  // The page requests this once its token was accepted.
  const serveMedia = vi.fn(async () => ({ status: 200, headers: {}, body: Readable.from([]) }));
  const served = await serve({ serveMedia });
  // The same browser without a display; everything else is as for a user.
  const program = join(dataDir, 'headless.sh');
  const script = `#!/bin/sh\nexec "${chromiumPath()}" --headless=new --disable-gpu --no-sandbox "$@"\n`;
  await writeFile(program, script, { mode: 0o755 });
  const plan = { kind: 'window', program, withoutSandbox: false } as const;
  const window = await openWindow(plan, served.server.url, dataDir);
  await window.entered;
  await vi.waitUntil(() => serveMedia.mock.calls.length === 1);
  window.close();
  await window.closed;
  await served.stop();
});

test('A window that closes before it connects is an error', async () => {
  const [commands, replies] = [new PassThrough(), new PassThrough()];
  const sent = sendTo('http://a/#waiting', 'http://a/#token=t', commands, replies);
  replies.end();
  await expect(sent).rejects.toThrow('The window closed');
});

test("Only the console's own window is navigated, once", async () => {
  const [commands, replies] = [new PassThrough(), new PassThrough()];
  const said: string[] = [];
  commands.setEncoding('utf8').on('data', (text: string) => said.push(...text.split('\0').filter(Boolean)));
  const sent = sendTo('http://a/#waiting', 'http://a/#token=t', commands, replies);
  const reply = (message: object) => replies.write(`${JSON.stringify(message)}\0`);
  const appears = (targetId: string, type: string, url: string) =>
    reply({ method: 'Target.targetCreated', params: { targetInfo: { targetId, type, url } } });
  appears('1', 'page', 'http://other/');
  appears('2', 'service_worker', 'http://a/#waiting');
  appears('3', 'page', 'http://a/#waiting');
  appears('3', 'page', 'http://a/#waiting');
  await vi.waitUntil(() => said.length === 2);
  reply({ id: 2, result: { sessionId: 's' } });
  await vi.waitUntil(() => said.length === 3);
  reply({ id: 3, result: {} });
  await sent;
  expect(said.map((text) => JSON.parse(text))).toEqual([
    { id: 1, method: 'Target.setDiscoverTargets', params: { discover: true } },
    { id: 2, method: 'Target.attachToTarget', params: { targetId: '3', flatten: true } },
    { id: 3, sessionId: 's', method: 'Page.navigate', params: { url: 'http://a/#token=t' } },
  ]);
});
