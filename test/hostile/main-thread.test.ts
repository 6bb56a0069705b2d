import { afterAll, describe, expect, test } from 'vitest';
import { MainThread, options } from './main-thread.ts';

const shared = new MainThread();
afterAll(() => shared.end());

describe('main answers its window while it reads a hostile response', () => {
  test.each([
    ['900,000 empty objects', 'read'],
    ['30 MB of brackets', 'reply-too-large'],
  ])('%s', options, async (input, end) => {
    const report = await shared.run({ kind: 'response', input, times: 1 });
    expect(report.ended).toEqual([end]);
    expect(report.answered).toBeGreaterThan(0);
  });
});
