import { execFileSync } from 'node:child_process';
import type { Page } from 'playwright-core';
import { type RunningConsole, startConsole } from '../journeys/console.ts';
import type { MediaService } from './media-service.ts';

/** A console showing the media of the service's only conversation. */
export async function openMediaOf(
  service: MediaService,
  options: { colorScheme?: 'light' | 'dark'; ownBrowser?: boolean } = {},
): Promise<RunningConsole> {
  const console = await startConsole({ ...options, prepare: (wire) => service.join(wire) });
  const { page } = console;
  const field = page
    .getByRole('textbox', { name: /^Open/ })
    .or(page.getByRole('combobox', { name: /^Open/ }))
    .first();
  await field.fill(service.conversationId);
  await field.press('Enter');
  await page.getByRole('tab', { name: 'Files' }).click();
  await mediaList(page).waitFor();
  return console;
}

export function mediaList(page: Page) {
  return page.getByRole('navigation', { name: 'Files' });
}

/** Clicks on a file by its position in the list, counted from 0. */
export async function chooseMedium(page: Page, index: number): Promise<void> {
  await mediaList(page).locator('li button').nth(index).click();
}

/** The longest main-thread tasks since the last call, in milliseconds. */
export async function longTasks(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    const kept = globalThis as unknown as { seenTasks?: number[]; taskObserver?: PerformanceObserver };
    kept.seenTasks ??= [];
    kept.taskObserver ??= (() => {
      const observer = new PerformanceObserver((list) => {
        kept.seenTasks?.push(...list.getEntries().map(({ duration }) => duration));
      });
      observer.observe({ type: 'longtask' });
      return observer;
    })();
    return kept.seenTasks.splice(0);
  });
}

/** Resident memory of the largest renderer process under this process, in MiB (Linux). */
export function largestRenderer(): number {
  const rows = execFileSync('ps', ['-eo', 'pid,ppid,rss,args'], { encoding: 'utf8', maxBuffer: 1e8 })
    .split('\n')
    .map((row) => /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(row))
    .filter((row) => row !== null);
  const parents = new Map(rows.map(([, pid, parent]) => [pid, parent]));
  const isOurs = (pid: string | undefined): boolean =>
    pid !== undefined && (pid === String(process.pid) || isOurs(parents.get(pid)));
  const sizes = rows
    .filter(([, pid, , , args]) => args?.includes('--type=renderer') && isOurs(pid))
    .map(([, , , size]) => Number(size) / 1024);
  return Math.max(0, ...sizes);
}
