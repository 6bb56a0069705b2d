import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { press } from './window.tsx';

export const fileList = page.getByRole('navigation', { name: 'Files' });
export const thumbnails = page.getByRole('navigation', { name: 'Thumbnails' });

/** The pictures that are shown, in the order of the wells. */
export const shownImages = () => [
  ...document.querySelectorAll<HTMLImageElement>('main img[data-loaded="true"]'),
];

/** Clicks on a file by its position in the list, counted from 0. */
export async function chooseFile(index: number): Promise<void> {
  const row = () => fileList.element().querySelectorAll<HTMLElement>('li button')[index];
  await expect.element(fileList).toBeVisible();
  await expect.poll(row).toBeDefined();
  row()?.click();
}

/** Opens a file by its number, from 1, once it is listed: keys of files that are not do nothing. */
export async function openByNumber(number: number): Promise<void> {
  await expect
    .poll(() => fileList.query()?.querySelectorAll('li button').length ?? 0)
    .toBeGreaterThanOrEqual(number);
  await press(String(number));
}

/** Waits for what a selector finds, and returns it. */
export async function found<E extends Element = HTMLElement>(selector: string): Promise<E> {
  await expect.poll(() => document.querySelector(selector), { message: selector }).not.toBeNull();
  return document.querySelector<E>(selector) as E;
}

/** Waits for the picture of a file in its well. */
export const imageOf = (mediumId: string) =>
  found<HTMLImageElement>(`main article[data-file="${CSS.escape(mediumId)}"] img[data-loaded="true"]`);

/** The elements of pdf.js's viewer: a page by its number, and the pictures of pages that are drawn to the end. */
export const pageOf = (number: number) => `.page[data-page-number="${number}"]`;
export const drawnPage = '.page[data-loaded]:not(.loadingIcon) canvas';
