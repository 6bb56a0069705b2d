import type { Page } from 'playwright-core';

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** In microseconds: wall clock, and processor time. */
  dur?: number;
  tdur?: number;
  args?: { name?: string };
}

/**
 * The longest task of the window's main thread during an action, in milliseconds of processor time, which other programs on a busy
 * machine do not affect.
 */
export async function longestTask(page: Page, act: () => Promise<unknown>): Promise<number> {
  const browser = page.context().browser();
  if (!browser) {
    throw new Error('The page has no browser of its own');
  }
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] });
  await act();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString('utf8')) as {
    traceEvents: TraceEvent[];
  };
  const mainThreads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(
    ({ name, pid, tid, tdur }) =>
      name.endsWith('RunTask') && tdur !== undefined && mainThreads.has(`${pid} ${tid}`),
  );
  if (tasks.length === 0) {
    throw new Error('The trace holds no task of the window’s thread');
  }
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
}
