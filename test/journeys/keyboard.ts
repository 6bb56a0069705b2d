import type { Page } from 'playwright-core';

/** More stops than any page of the console has. */
const maxStops = 120;

/** The accessible name of the focused element, as far as it comes from its label, its attribute or its text. */
function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (focused === null || focused === document.body) {
      return '';
    }
    const { labels } = focused as HTMLInputElement;
    const name = focused.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? focused.textContent;
    return (name ?? '').replaceAll(/\s+/g, ' ').trim();
  });
}

/** Presses Tab until an element with this name has the focus. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  const passed: string[] = [];
  for (let stop = 0; stop < maxStops; stop++) {
    const focused = await focusedName(page);
    if (name.test(focused)) {
      return;
    }
    passed.push(focused);
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${name}. It stops at: ${[...new Set(passed)].join(' | ')}`);
}

/** Moves to an element with Tab and presses a key on it. */
export async function pressOn(
  page: Page,
  name: RegExp,
  key: 'Enter' | 'Space' | 'ArrowRight',
): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press(key);
}

/** Moves to a field with Tab and types into it. */
export async function typeInto(page: Page, name: RegExp, text: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.type(text);
}
