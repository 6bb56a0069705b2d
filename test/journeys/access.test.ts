import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { violationsOn } from './access.ts';

// The check that the journeys rely on finds what it is for, though it checks each kind of text once.
let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

beforeEach(async () => {
  page = await browser.newPage();
  await page.setContent(`
    <!doctype html><html lang="en"><title>Texts</title>
    <style>
      .pale { color: #ccc } [data-scheme=dark] { color: #fff; background: #000 }
      [data-scheme=dark] .later { color: #333 }
    </style>
    <main><h1>Texts</h1><p class="plain later">First</p><p class="plain later">Second</p></main>`);
});

const add = (html: string) =>
  page.evaluate((text) => document.querySelector('main')?.insertAdjacentHTML('beforeend', text), html);

test('a text of too little contrast is found, also when it is added later', async () => {
  expect(await violationsOn(page)).toEqual([]);
  await add('<p class="pale">Third</p>');
  expect(await violationsOn(page)).toEqual([expect.stringContaining('color-contrast')]);
});

test('a text of a known class in an own colour is found', async () => {
  expect(await violationsOn(page)).toEqual([]);
  await add('<p class="plain later" style="color: #ccc">Third</p>');
  expect(await violationsOn(page, 'main')).toEqual([expect.stringContaining('color-contrast')]);
});

test('a text is checked again in another colour scheme', async () => {
  expect(await violationsOn(page)).toEqual([]);
  await page.evaluate(() => document.documentElement.setAttribute('data-scheme', 'dark'));
  expect(await violationsOn(page)).toEqual([expect.stringContaining('color-contrast')]);
});

test('a text that a dialog covered is checked once it is uncovered', async () => {
  await add(
    '<p class="pale">Under</p><div id="cover" style="position: fixed; inset: 0; background: #fff">Over</div>',
  );
  await violationsOn(page);
  await page.evaluate(() => document.querySelector('#cover')?.remove());
  expect(await violationsOn(page)).toEqual([expect.stringContaining('color-contrast')]);
});

test('a missing name is found', async () => {
  await add('<button type="button"></button>');
  expect(await violationsOn(page)).toEqual([expect.stringContaining('button-name')]);
});
