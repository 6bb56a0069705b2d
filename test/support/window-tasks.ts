import type { Page } from 'playwright-core';

interface TraceEvent {
  ph: string;
  name: string;
  pid: number;
  tid: number;
  /** In microseconds: wall clock, and processor time. */
  dur?: number;
  tdur?: number;
  args?: { name?: string };
}

export interface LongestTask {
  /** Milliseconds of processor time, which excludes other work on the machine. */
  cpu: number;
  /** Milliseconds of wall clock time. */
  wall: number;
}

/** The longest task of the window's main thread from `act` until the window is idle. */
export async function longestTask(page: Page, act: () => Promise<unknown>): Promise<LongestTask> {
  const browser = page.context().browser();
  if (!browser) {
    throw new Error('The page has no browser to trace');
  }
  await browser.startTracing(page, { categories: ['toplevel'] });
  try {
    await act();
    await atRest(page);
  } catch (error) {
    await browser.stopTracing();
    throw error;
  }
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  const windows = new Set(
    traceEvents
      .filter(({ ph, name, args }) => ph === 'M' && name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(
    ({ name, pid, tid }) => name === 'ThreadControllerImpl::RunTask' && windows.has(`${pid} ${tid}`),
  );
  if (tasks.length === 0) {
    throw new Error('No task of the window was traced');
  }
  return {
    cpu: Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000,
    wall: Math.max(...tasks.map(({ dur = 0 }) => dur)) / 1000,
  };
}

/** Resolves when the window was idle several times in a row. */
async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let turn = 0; turn < 8; turn += 1) {
      await new Promise((done) => requestIdleCallback(done, { timeout: 2000 }));
    }
  });
}

/** Elements in the page. */
export function elementsIn(page: Page): Promise<number> {
  return page.evaluate(() => document.getElementsByTagName('*').length);
}
