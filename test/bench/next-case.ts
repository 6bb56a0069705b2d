import { loadavg } from 'node:os';
import type { Page } from 'playwright-core';
import { startConsole } from '../journeys/console.ts';
import type { BenchRow } from './row.ts';

const aimMs = 100;

/** The time from the key for the next case of a queue to the frame that shows it: of the twelve people of the first start, once each way. */
export async function benchNextCase(): Promise<BenchRow[]> {
  await using console = await startConsole({ ownBrowser: true });
  const { page } = console;
  await page.getByRole('button', { name: 'Start the review' }).click();
  const times: number[] = [];
  for (const key of ['j', 'k']) {
    for (let step = 1; step < 12; step += 1) {
      await page.getByText(`${key === 'j' ? step : 13 - step} of 12`, { exact: true }).waitFor();
      await page.getByRole('heading', { level: 1, name: /^masked|^No name/ }).waitFor();
      times.push(await shownAfter(page, key));
    }
  }
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.floor((times.length - 1) * share)] ?? Number.NaN;
  return [
    {
      name: 'next case of a queue, from the key to the frame that shows it: 95 of 100 faster',
      value: at(0.95),
      unit: 'ms',
      aim: `${aimMs} ms or less`,
      met: at(0.95) <= aimMs,
      detail: `median ${at(0.5).toFixed(0)} ms, slowest ${at(1).toFixed(0)} ms; load ${loadavg()[0]?.toFixed(1)}`,
    },
  ];
}

/** Presses a key in the page, and returns the time until another case's heading and decision are there, in milliseconds. */
function shownAfter(page: Page, key: string): Promise<number> {
  return page.evaluate((pressed) => {
    const heading = () => document.querySelector('h1')?.textContent ?? '';
    const before = { text: heading(), place: location.hash };
    const start = performance.now();
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', { key: pressed, code: `Key${pressed.toUpperCase()}`, bubbles: true }),
    );
    return new Promise<number>((resolve) => {
      const look = () => {
        const isShown = location.hash !== before.place && heading() !== before.text && heading() !== '';
        if (isShown) {
          resolve(performance.now() - start);
        } else {
          requestAnimationFrame(look);
        }
      };
      requestAnimationFrame(look);
    });
  }, key);
}
