import { expect } from 'vitest';
import { openCase, serveMedia } from './main.ts';
import { drawnPage, found } from './media-view.ts';

/** Opens a case with one PDF; the id that is returned names its requests. */
export async function openPdf(
  file: string,
  more: { sendsParts?: boolean | 'claimed' } = {},
): Promise<string> {
  const id = `${file} ${crypto.randomUUID()}`;
  await openCase('media', await serveMedia([{ id, file, type: 'REPORT', ...more }]), { view: 'media' });
  return id;
}

export const drawn = () => found<HTMLCanvasElement>(`main ${drawnPage}`);

/** Waits for these words on the pages that are drawn. */
export const text = (words: string) =>
  expect
    .poll(() => [...document.querySelectorAll('.textLayer')].map((layer) => layer.textContent).join())
    .toContain(words);
