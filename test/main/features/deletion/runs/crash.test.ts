import { spawn } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { CrashStage, expectAllDeleted, expectCancelled, killedRuns, mixedRuns, output } from './crash-run.ts';

test('runs of one and of many, the console killed during them: each step once, each with its receipt', async () => {
  const stage = await CrashStage.start();
  const active = stage.kept.add(10, { status: 'IN_PROGRESS' }, 'active');
  const finished = stage.kept.add(10, { status: 'FINISHED' }, 'finished');
  const runs = mixedRuns([...finished, ...active], 2);
  const found = await killedRuns(stage, runs, { kills: 1, near: 12 });
  expect(found.killed).toBe(1);
  expectAllDeleted(stage, active, finished, found);
});

test('a run that is cancelled and killed: everything that was carried out has its receipt', async () => {
  const stage = await CrashStage.start();
  const ids = stage.kept.add(25, { status: 'IN_PROGRESS' });
  expectCancelled(stage, await killedRuns(stage, [ids], { kills: 1, near: 12, options: ['cancel'] }));
});

test('a full disk: the run stops before a call that it could not record, and goes on later', async () => {
  const stage = await CrashStage.start();
  const { kept, service } = stage;
  const ids = kept.add(160, { status: 'FINISHED' });
  const args = stage.arguments([ids], 'stay');
  // No file of this process may grow beyond this many blocks of 512 bytes: the first to reach it is the log of the database.
  const limited = ['-c', 'ulimit -f 700; exec "$0" "$@"', process.execPath, ...args];
  const child = spawn('sh', limited);
  onTestFinished(() => void child.kill('SIGKILL'));
  // Paused, it sends nothing more.
  child.stdout.on('data', (piece: Buffer) => String(piece).includes('paused') && child.kill('SIGKILL'));
  expect(await output(child)).toContain('paused deletion-not-recorded');
  const before = service.sent('DELETE').length;
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan(ids.length);

  const found = await killedRuns(stage, [ids], { kills: 0, near: 0 });
  expectAllDeleted(stage, [], ids, found);
});
