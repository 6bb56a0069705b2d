import { afterAll, describe, expect, test } from 'vitest';
import { MainThread, maxStopMs, maxTurnMs, options, runAlone } from './main-thread.ts';
import type { MainThreadTask } from './main-thread-program.ts';
import { responseInputs } from './response-inputs.ts';

const shared = new MainThread();
afterAll(() => shared.end());

describe('main answers its window while it reads a hostile response', () => {
  test.each(Object.keys(responseInputs))('%s', options, async (input) => {
    const report = await shared.run({ kind: 'response', input, times: 1 });
    expect(['read', 'reply-too-large']).toContain(report.ended[0]);
    expect(report.maxMs).toBeLessThan(maxTurnMs);
  });

  test('30 MB of {}, is refused for its number of values before it is parsed', options, async () => {
    const { ended, memoryMb } = await runAlone({ kind: 'response', input: '30 MB of {},', times: 1 });
    expect(ended).toEqual(['reply-too-large']);
    expect(memoryMb).toBeLessThan(600);
  });
});

describe('main answers its window during eight at once', () => {
  test.each<[MainThreadTask['kind'], string[]]>([
    ['response', ['reply-too-large']],
    ['import', ['read']],
    ['verify', ['read']],
  ])('of 30 MB of {}, come as a %s', options, async (kind, ends) => {
    const report = await runAlone({ kind, input: '30 MB of {},', times: 8 });
    expect(report.ended).toHaveLength(8);
    for (const end of report.ended) {
      expect(ends).toContain(end);
    }
    expect(report.maxMs).toBeLessThan(maxTurnMs);
    expect(report.answered).toBeGreaterThan(5);
    expect(report.memoryMb).toBeLessThan(1200);
  });
});

describe('Stop takes effect at once', () => {
  test.each<MainThreadTask>([
    { kind: 'response', input: '900,000 numbers that no double holds', times: 8, stopAfterMs: 400 },
    { kind: 'import', input: 'a cURL command of quotes', times: 8, stopAfterMs: 20 },
    { kind: 'explain', input: '3 MB of {},', times: 8, stopAfterMs: 1000 },
  ])('for $times × $kind', options, async (task) => {
    const { stopMs, maxMs } = await shared.run(task);
    expect(stopMs).toBeLessThan(maxStopMs);
    expect(maxMs).toBeLessThan(maxTurnMs);
  });
});

test(
  '25 concurrent explanations: a few run and wait, the others are refused, and memory stays bounded',
  options,
  async () => {
    const { ended, maxMs, memoryMb, stopMs } = await runAlone({
      kind: 'explain',
      input: '3 MB of {},',
      times: 25,
      stopAfterMs: 3000,
    });
    expect(ended.filter((end) => end === 'busy')).toHaveLength(25 - 8);
    expect(maxMs).toBeLessThan(maxTurnMs);
    expect(stopMs).toBeLessThan(maxStopMs);
    expect(memoryMb).toBeLessThan(900);
  },
);
