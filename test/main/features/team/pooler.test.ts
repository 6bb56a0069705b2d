import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freePort, startPostgres, type TestPostgres } from '../../../support/postgres.ts';
import { sandbox } from '../cases/cases-harness.ts';
import { TeamConsole } from './team-consoles.ts';

const isInstalled = (() => {
  try {
    return execFileSync('pgbouncer', ['--version'], { stdio: 'pipe' }).length > 0;
  } catch {
    return false;
  }
})();

/** Starts PgBouncer in transaction mode before the database, and returns its port. */
async function startPooler({ owner }: TestPostgres, logins: Record<string, string>): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), 'assay-pooler-'));
  const port = await freePort();
  const users = Object.entries(logins).map(([user, password]) => `"${user}" "${password}"`);
  writeFileSync(join(directory, 'users.txt'), users.join('\n'));
  writeFileSync(
    join(directory, 'pgbouncer.ini'),
    `[databases]
* = host=127.0.0.1 port=${owner.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(directory, 'users.txt')}
pool_mode = transaction
default_pool_size = 2
`,
  );
  chmodSync(directory, 0o755);
  const asUser = process.getuid?.() === 0 ? ['-u', 'postgres'] : [];
  const pooler = spawn('pgbouncer', [...asUser, join(directory, 'pgbouncer.ini')], { stdio: 'ignore' });
  onTestFinished(() => {
    pooler.kill('SIGKILL');
    rmSync(directory, { recursive: true, force: true });
  });
  await vi.waitFor(
    () =>
      new Promise<void>((resolve, reject) => {
        const socket = connect(port, '127.0.0.1', () => {
          socket.destroy();
          resolve();
        }).once('error', reject);
      }),
  );
  return port;
}

test.skipIf(!isInstalled)(
  'two consoles work through a pooler that gives each statement another connection',
  async () => {
    await using postgres = await startPostgres();
    const logins = [await postgres.member(), await postgres.member()];
    const port = await startPooler(
      postgres,
      Object.fromEntries(logins.map(({ user, password }) => [user, password])),
    );
    const pooled = { ...postgres, member: async () => ({ ...(logins.shift() ?? postgres.owner), port }) };
    await using anna = new TeamConsole('Anna');
    await using ben = new TeamConsole('Ben');
    await Promise.all([anna.start(), ben.start()]);
    await anna.create(pooled);
    await ben.join(pooled, anna);
    const [{ id = '' } = {}] = anna.console.samples;
    await anna.open(id);
    await anna.note(id, 'through a pooler');
    await expect.poll(async () => (await ben.shared(id))?.notes).toEqual(['through a pooler']);
    // Each wait for the other console takes until it asks again: a pooler passes no notice on.
    await ben.note(id, 'and back');
    await ben.bridge.invoke('team.claim', { ...sandbox, conversationId: id });
    await expect.poll(async () => (await anna.shared(id))?.notes).toEqual(['and back', 'through a pooler']);
    const holders = () => anna.bridge.invoke('team.holders', { ...sandbox, conversationIds: [id] });
    await expect.poll(holders).toMatchObject({ holders: [{ conversationId: id, name: 'Ben' }] });
    await expect(anna.decide(id, 'clear')).rejects.toThrow('Ben of your team works on this case now.');

    const { me: member = '' } = (await ben.view()) ?? {};
    await anna.bridge.invoke('team.remove', { member });
    await anna.note(id, 'after the removal');
    await anna.until({ unsent: 0, notices: [] });
    await ben.until({ stage: 'removed' });
    expect((await ben.shared(id))?.notes).toEqual(['and back', 'through a pooler']);
  },
);
