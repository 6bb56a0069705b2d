import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { fullTests } from '../support/full-tests.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Marks a text for the check of its contrast. */
const marked = 'data-check-contrast';

/**
 * Expects axe to find no violations of WCAG 2.2 AA or its best practices on the visible page, or in one part of it. The contrast of a text,
 * which takes three quarters of a run, is checked once in each colour scheme for all texts whose styles come from the same elements, classes
 * and states.
 */
export async function expectAccessible(page: Page, part?: string): Promise<void> {
  expect(await violationsOn(page, part)).toEqual([]);
}

/** What `expectAccessible` finds. */
export async function violationsOn(page: Page, part?: string): Promise<string[]> {
  const run = await axeOn(page);
  const found = await run((builder) =>
    // A tooltip is rendered in a layer above the page, outside every landmark.
    (part === undefined ? builder : builder.include(part)).disableRules(['region', 'color-contrast']),
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

/** What runs axe on a page. A document that has axe already is not given it again, which takes a third of a run. */
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
  /** What another element covers, such as a dialog, has a contrast only once it is uncovered. */
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

/** The kinds of elements that were checked on a page: tag, classes, and attributes without their texts. */
const checkedKinds = new WeakMap<Page, Set<string>>();

/** The same, unless every kind of element in that part was checked on this page before: for many pages that are made of the same parts. */
export async function expectNewKindsAccessible(page: Page, part: string): Promise<void> {
  const checked = checkedKinds.get(page) ?? new Set<string>();
  checkedKinds.set(page, checked);
  const kinds = await page.locator(part).evaluate((root) => {
    const kindOf = ({ tagName, classList, attributes }: Element) =>
      [...attributes]
        .filter(({ name }) => /^(role|type|disabled|hidden|tabindex|lang|dir|aria-.*|data-.*)$/.test(name))
        // A value that is not one word is an id, a number or a text.
        .map(({ name, value }) => (/^[a-z-]*$/.test(value) ? `${name}=${value}` : name))
        .concat(tagName, ...classList)
        .sort()
        .join(' ');
    return [...root.querySelectorAll('*')].map(
      (element) => `${kindOf(element.parentElement ?? root)} > ${kindOf(element)}`,
    );
  });
  if (kinds.every((kind) => checked.has(kind))) {
    return;
  }
  await expectAccessible(page, part);
  for (const kind of kinds) {
    checked.add(kind);
  }
}

/** The same in light and in dark, one after the other, without doing the journey twice. */
export async function expectAccessibleInBothSchemes(page: Page): Promise<void> {
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
