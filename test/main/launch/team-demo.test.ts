import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { openWire } from '../../support/wire.ts';

test('two people of one team are shown, share what they do, and leave nothing when they are stopped', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'assay-demo-'));
  // PostgreSQL runs as a user of its own where the tests run as root.
  chmodSync(directory, 0o755);
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../team-demo.ts')], {
    env: { ...process.env, TMPDIR: directory },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A group of its own, to which Ctrl+C is sent as a terminal does.
    detached: true,
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
    rmSync(directory, { recursive: true, force: true });
  });
  const ended = once(child, 'exit');
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const next = async () => JSON.parse((await lines.next()).value ?? '') as { name: string; url: string };
  const [anna, ben] = [await next(), await next()];
  expect([anna.name, ben.name]).toEqual(['Anna', 'Ben']);
  const [first, second] = [await openWire(anna.url), await openWire(ben.url)];
  const { samples } = await first.bridge.invoke('conversations.samples', { environmentId: 'sandbox' });
  const target = {
    environmentId: 'sandbox',
    conversationId: samples.find(({ toReview }) => toReview)?.id ?? '',
  };
  const caseOf = async ({ bridge }: typeof first) => (await bridge.invoke('cases.get', target)).case;
  await expect.poll(() => caseOf(first)).toBeDefined();
  const selection = { ids: [target.conversationId] };
  await first.bridge.invoke('cases.note', { ...target, selection, text: 'Seen by both' });
  await expect
    .poll(async () => (await caseOf(second))?.notes)
    .toMatchObject([{ actor: 'Anna', text: 'Seen by both' }]);
  first.close();
  second.close();
  process.kill(-(child.pid ?? 0), 'SIGINT');
  expect(await ended).toEqual([0, null]);
  expect(readdirSync(directory)).toEqual([]);
});
