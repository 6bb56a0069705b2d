import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { startPostgres } from '../../../support/postgres.ts';
import { sandbox } from '../cases/cases-harness.ts';
import { admitStranger } from './stranger.ts';
import { TeamConsole } from './team-consoles.ts';

vi.setConfig({ testTimeout: 180_000 });

/** Returns the keys of a console: of its signatures (also without the form around it), of what is sealed for it, and of its own files. */
function keysOf({ keychain }: TeamConsole): string[] {
  const secrets = [...keychain.secrets.values()].join('\n');
  const keys = [...secrets.matchAll(/"(?:pkcs8|identity|key)":"([^"]+)"/g)].map(([, key = '']) => key);
  expect(keys).toHaveLength(3);
  return keys.flatMap((key) => [key, Buffer.from(key, 'base64').subarray(-32).toString('base64')]);
}

test('nothing of a hundred texts about people, of a case, of a name and of the keys is in any file of the database', async () => {
  await using postgres = await startPostgres();
  // A part of every text, so that each file is searched for one.
  const mark = `Kowalski${randomBytes(6).toString('hex')}`;
  await using anna = new TeamConsole(`Anna ${mark}`);
  await using ben = new TeamConsole(`Ben ${mark}`);
  await Promise.all([anna.start(), ben.start()]);
  await anna.create(postgres);
  await ben.join(postgres, anna);
  await using dora = await admitStranger(postgres, anna, `Dora ${mark}`);
  const ids = anna.console.samples.slice(0, 5).map(({ id }) => id);
  let written = 0;
  const text = () => {
    written += 1;
    return `${mark} ${written}`;
  };
  for (const id of ids) {
    const selection = { ids: [id] };
    for (const console of [anna, ben]) {
      await console.open(id);
      for (let at = 0; at < 5; at += 1) {
        await console.note(id, text());
      }
      await console.label(id, [text(), text()]);
      await console.decide(id, 'reject', text());
      await console.decide(id, 'clear', text());
      const followUp = { on: '2099-01-01', reason: text() };
      await console.bridge.invoke('cases.followUp', { ...sandbox, selection, followUp });
    }
  }
  expect(written).toBe(100);
  await Promise.all([anna, ben].map((console) => console.until({ unsent: 0 })));
  await vi.waitFor(async () => expect((await anna.view())?.entries).toBeGreaterThanOrEqual(written), 20_000);
  await postgres.stop();

  const keys = [...keysOf(anna), ...keysOf(ben), ...dora.secrets];
  const needles = [mark, ...ids, ...keys].flatMap((one = '') => [
    ...[one, Buffer.from(one).toString('hex'), Buffer.from(one, 'base64').toString('latin1')],
    // Without the ends, which depend on what stands beside it.
    ...[0, 1, 2].map((before) =>
      Buffer.from(' '.repeat(before) + one)
        .toString('base64')
        .slice(4, -4),
    ),
  ]);
  const meant = needles.filter((one) => one.length >= 8);
  let isSearched = false;
  for (const name of readdirSync(postgres.data, { recursive: true, encoding: 'utf8' })) {
    let content = '';
    try {
      content = readFileSync(join(postgres.data, name)).toString('latin1');
    } catch {
      continue;
    }
    isSearched ||= content.includes('report_progress');
    expect(meant.filter((one) => content.includes(one))).toEqual([]);
  }
  expect(isSearched).toBe(true);
  await postgres.start();
});
