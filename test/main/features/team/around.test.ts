import { expect, test, vi } from 'vitest';
import { Around } from '../../../../main/features/team/around.ts';
import { teamSeenMs } from '../../../../preload/contract/team.ts';

test('a console says each minute that it is connected, and at once what it has read', async () => {
  const reported: number[] = [];
  const link = {
    send: async (_kind: string, { name, values }: { name: string; values: unknown[] }) => {
      if (name === 'report_progress') {
        reported.push(Number(values[2]));
      }
      return [];
    },
  };
  const around = new Around({ link, changed: () => undefined } as never);
  const read = (seq: number) => around.read({ log: { team: 't', seq }, me: 'm', invited: [] } as never);
  const now = vi.spyOn(performance, 'now');
  for (const [at, seq] of [
    [0, 5],
    [teamSeenMs / 2, 5],
    [teamSeenMs, 5],
    [teamSeenMs + 5000, 5],
    [teamSeenMs + 10_000, 6],
    [teamSeenMs * 2, 6],
    [teamSeenMs * 2 + 10_000, 6],
  ] as const) {
    now.mockReturnValue(at);
    await read(seq);
  }
  now.mockRestore();
  expect(reported).toEqual([5, 5, 6, 6]);
});
