import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { pngOf } from '../support/images.ts';
import { startMediaService } from '../support/media-service.ts';
import { chooseMedium, openMediaOf } from '../support/media-window.ts';
import { mutated } from '../support/mutations.ts';
import { gifOf, tinyAvif } from '../support/small-images.ts';
import { wavOf } from '../support/sounds.ts';
import { plainPdf } from './media-pdfs.ts';

const asset = (name: string) => readFileSync(join(import.meta.dirname, '../../main/sandbox/assets', name));
/** The number of mutations of each kind. */
const count = Number(process.env.ASSAY_MUTATIONS ?? 150);
/** The longest the window may be without an answer, in milliseconds; a frozen one gives none at all. */
const maxGapMs = 5_000;

async function webpOf(): Promise<Buffer> {
  const context = await (await launchBrowser()).newContext();
  try {
    const page = await context.newPage();
    const text = await page.evaluate(() => {
      const canvas = document.createElement('canvas');
      const drawing = canvas.getContext('2d');
      drawing?.fillRect(20, 20, 100, 60);
      return canvas.toDataURL('image/webp', 0.8);
    });
    return Buffer.from(text.slice(text.indexOf(',') + 1), 'base64');
  } finally {
    await context.close();
  }
}

test(`damaged files of each kind, ${count} of each, are shown, or said to be damaged or unsupported`, async () => {
  const kinds: [contentType: string, bytes: Buffer][] = [
    ['image/jpeg', asset('specimens/polish/face.jpg')],
    ['video/webm', asset('face.webm')],
    ['application/pdf', plainPdf(['One', 'Two', 'Three'])],
    ['audio/wav', wavOf(2)],
    ['image/png', pngOf(120, 90)],
    ['image/webp', await webpOf()],
    ['image/avif', tinyAvif],
    ['image/gif', gifOf(8, 8)],
    ['video/mp4', asset('face.mp4')],
    ['application/pdf', asset('specimens/polish/report.pdf')],
  ];
  const all = kinds.map(([, bytes]) => bytes);
  const media = kinds.flatMap(([contentType, bytes], kind) =>
    Array.from({ length: count + 1 }, (_, index) => ({
      id: `${kind}-${index} ${contentType}`,
      contentType,
      type: 'REPORT',
      // The first of each kind is whole.
      bytes: index === 0 ? bytes : mutated(bytes, kind * 10_000 + index, all),
    })),
  );
  const service = await startMediaService(media);
  const console = await openMediaOf(service, { ownBrowser: true });
  const { page } = console;
  let crashes = 0;
  page.on('crash', () => {
    crashes += 1;
  });
  const outcomes = new Map<string, Map<string, number>>();
  try {
    await page.getByRole('button', { name: 'Show personal data' }).first().click();
    await page.evaluate(() => {
      const kept = globalThis as unknown as { gap: number };
      kept.gap = 0;
      let last = performance.now();
      setInterval(() => {
        const now = performance.now();
        kept.gap = Math.max(kept.gap, now - last);
        last = now;
      }, 20);
    });
    await chooseMedium(page, 0);
    for (const [index, medium] of media.entries()) {
      if (index > 0) {
        await page.keyboard.press('Alt+ArrowDown');
      }
      const outcome = await outcomeOf(medium.id);
      const kinds = outcomes.get(medium.contentType) ?? new Map<string, number>();
      outcomes.set(medium.contentType, kinds.set(outcome, (kinds.get(outcome) ?? 0) + 1));
      if (medium.id.includes('-0 ')) {
        expect(outcome, medium.id).toBe('shown');
      }
    }
    const gap = await page.evaluate(() => (globalThis as unknown as { gap: number }).gap);
    globalThis.console.log(`Longest gap ${Math.round(gap)} ms`, outcomes);
    expect(gap).toBeLessThan(maxGapMs);
    expect(crashes).toBe(0);
    expect(console.complaints.filter((text) => text.startsWith('uncaught'))).toEqual([]);
  } finally {
    await console[Symbol.asyncDispose]();
    await service.close();
  }

  /** Returns the window's text about the file that was chosen. */
  async function outcomeOf(id: string): Promise<string> {
    const handle = await page
      .waitForFunction(
        (wanted) => {
          const well = document.querySelector(`main article[data-file="${CSS.escape(wanted)}"]`);
          if (!well) {
            return undefined;
          }
          const video = well.querySelector('video');
          const isShown =
            well.querySelector('img[data-loaded="true"], .page[data-loaded]:not(.loadingIcon) canvas') !==
              null || (video?.readyState ?? 0) >= 1;
          const text = (well as HTMLElement).innerText;
          const said =
            /Cannot be shown|Not shown|Not what it claims to be|damaged|could not be (drawn|loaded)|takes too long|too complex|too much memory|protected by a password/.exec(
              text,
            );
          return isShown ? 'shown' : said?.[0];
        },
        id,
        { timeout: 60_000, polling: 50 },
      )
      .catch((error: unknown) => {
        throw new Error(`No state for ${id}`, { cause: error });
      });
    return (await handle.jsonValue()) ?? '';
  }
}, 1_800_000);
