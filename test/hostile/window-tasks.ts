import type { Page } from 'playwright-core';

interface TraceEvent {
  ph: string;
  name: string;
  pid: number;
  tid: number;
  /** Microseconds on the clock, and of the processor's time. */
  dur?: number;
  tdur?: number;
  args?: { name?: string };
}

export interface LongestTask {
  /** Milliseconds of the processor's time: what the window itself needed, whatever else the machine did meanwhile. */
  cpu: number;
  /** Milliseconds on the clock. */
  wall: number;
}

/** The longest task of the window's main thread while `act` runs and until the window is at rest again. */
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

/** Nothing is left to do in the window: several times in a row it had time to spare. */
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
