import { expect, test } from 'vitest';
import { CrashStage, expectAllDeleted, expectCancelled, killedRuns, mixedRuns } from './crash-run.ts';

const limitMs = 900_000;

test(
  '1,000 lines in runs of one and of many, the console killed 50 times: each step once, each with its receipt',
  async () => {
    const stage = await CrashStage.start();
    const active = stage.kept.add(500, { status: 'IN_PROGRESS' }, 'active');
    const finished = stage.kept.add(500, { status: 'FINISHED' }, 'finished');
    const mixed = active.flatMap((id, index) => [id, finished[index] ?? '']);
    const found = await killedRuns(stage, mixedRuns(mixed, 50), { kills: 50, near: 40 });
    expect(found.killed).toBe(50);
    expectAllDeleted(stage, active, finished, found);
  },
  limitMs,
);

test(
  '1,000 lines, cancelled and killed up to 50 times: everything that was carried out has its receipt',
  async () => {
    const stage = await CrashStage.start();
    const ids = stage.kept.add(1000, { status: 'IN_PROGRESS' });
    expectCancelled(stage, await killedRuns(stage, [ids], { kills: 50, near: 40, options: ['cancel'] }));
  },
  limitMs,
);
