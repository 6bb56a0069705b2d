import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { fullTests } from '../support/full-tests.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Marks a text for the check of its contrast. */
const marked = 'data-check-contrast';

/**
 * In `npm run test:all`: expects axe to find no violations of WCAG 2.2 AA or its best practices on the visible page, or in one part of it. In
 * `npm test` only every-screen.test.ts looks for them, on some screens.
 */
export async function expectAccessible(page: Page, part?: string): Promise<void> {
  if (fullTests) {
    await expectNoViolations(page, part);
  }
}

/**
 * The same, always. The contrast of a text, which takes three quarters of a run, is checked once in each colour scheme for all texts whose
 * styles come from the same elements, classes and states; in `npm run test:all` each time.
 */
export async function expectNoViolations(page: Page, part?: string): Promise<void> {
  expect(await violationsOn(page, part)).toEqual([]);
}

/** The result of `expectNoViolations`. */
export async function violationsOn(page: Page, part?: string): Promise<string[]> {
  const run = await axeOn(page);
  const found = await run((builder) =>
    // A tooltip is rendered in a layer above the page, outside every landmark. It repeats the name of its tool, so its text is hidden from screen
    // readers; hidden as a whole, it would be read as the description of the tool.
    (part === undefined ? builder : builder.include(part)).disableRules([
      ...['region', 'aria-tooltip-name', 'color-contrast'],
    ]),
  );
  if (await page.evaluate(markNewTexts, { part: part ?? 'html', mark: marked, all: fullTests })) {
    const contrasts = await run((builder) => builder.include(`[${marked}]`).withRules(['color-contrast']));
    found.push(...contrasts);
    await page.evaluate((name) => {
      for (const element of document.querySelectorAll(`[${name}]`)) {
        element.removeAttribute(name);
      }
    }, marked);
  }
  return found;
}

/** Returns the function that runs axe on a page. A document that has axe already is not given it again, which takes a third of a run. */
async function axeOn(page: Page) {
  const isPresent = await page.evaluate(() => 'axe' in window);
  let given = isPresent ? { axeSource: 'undefined' } : {};
  return async (choose: (builder: AxeBuilder) => AxeBuilder): Promise<string[]> => {
    // Only what is violated is collected: collecting what passes takes as long again.
    const builder = new AxeBuilder({ page, ...given })
      .options({ resultTypes: ['violations'] })
      .withTags(tags);
    given = { axeSource: 'undefined' };
    const { violations } = await choose(builder)
      // In the page itself: otherwise each run opens a page of its own, for frames of other origins, which the console has none of.
      .setLegacyMode()
      .analyze();
    return violations.map(
      ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map((node) => node.html).join('\n  ')}`,
    );
  };
}

/**
 * Runs in the page: marks the elements with texts that are styled as none checked before in this document, and returns how many there are. A
 * style is taken to follow from the chain of elements up to the root, which has the colour scheme: their names, classes, states and own colours.
 */
function markNewTexts({ part, mark, all }: { part: string; mark: string; all: boolean }): number {
  const kept = globalThis as unknown as { chains?: Map<string, number>; checkedChains?: Set<number> };
  kept.chains ??= new Map();
  kept.checkedChains ??= new Set();
  const { chains, checkedChains } = kept;
  const styleOf = (element: Element) =>
    (element.getAttribute('style') ?? '')
      .split(';')
      .filter((rule) => /color|background|opacity|--/.test(rule))
      .join(';');
  const ownOf = (element: Element) =>
    [...element.attributes]
      .filter(({ name }) => /^(class|role|type|disabled|hidden|open|aria-|data-)/.test(name))
      // A value that is not one word, but for classes, is an id, a number or a text.
      .map(({ name, value }) => (name === 'class' || /^[a-z-]*$/.test(value) ? `${name}=${value}` : name))
      .concat(element.tagName, styleOf(element), element.matches(':hover, :focus') ? 'active' : '')
      .join(' ');
  const chainOf = (element: Element | null): number => {
    if (element === null) {
      return -1;
    }
    const key = `${chainOf(element.parentElement)} ${ownOf(element)}`;
    const chain = chains.get(key) ?? chains.size;
    chains.set(key, chain);
    return chain;
  };
  const hasText = (element: Element) =>
    element.matches('input, textarea, select') ||
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
  /** True if another element covers it, such as a dialog: its contrast can be judged only once it is uncovered. */
  const isCovered = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return hit !== null && !hit.contains(element) && !element.contains(hit);
  };
  const texts = [...document.querySelectorAll(part)]
    .flatMap((root) => [...root.querySelectorAll('*')])
    .filter((element) => hasText(element) && element.checkVisibility({ visibilityProperty: true }));
  const unchecked = texts.filter((element) => {
    const chain = chainOf(element);
    const isNew = all || !checkedChains.has(chain);
    if (isNew && !isCovered(element)) {
      checkedChains.add(chain);
    }
    return isNew;
  });
  for (const element of unchecked) {
    element.setAttribute(mark, '');
  }
  return unchecked.length;
}

/** `expectAccessible` in light and in dark, one after the other, without doing the journey twice. */
export async function expectAccessibleInBothSchemes(page: Page): Promise<void> {
  if (!fullTests) {
    return;
  }
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.locator(`[data-mantine-color-scheme="${colorScheme}"]`).waitFor({ state: 'attached' });
    // Colours that are still changing have contrasts of neither scheme.
    await page.evaluate(async () => {
      const ending = document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
      await Promise.allSettled(ending.map(({ finished }) => finished));
    });
    await expectAccessible(page);
  }
}
