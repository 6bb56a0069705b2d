import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Expects axe to find no violations of WCAG 2.2 AA or its best practices on the visible page, or in one part of it. */
export async function expectAccessible(page: Page, part?: string): Promise<void> {
  // A document that has axe already is not given it again, which takes a third of a run.
  const present = (await page.evaluate(() => 'axe' in window)) ? { axeSource: 'undefined' } : {};
  // Only what is violated is collected: collecting what passes takes as long again.
  const builder = new AxeBuilder({ page, ...present }).options({ resultTypes: ['violations'] });
  const { violations } = await (part === undefined ? builder : builder.include(part))
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    // A tooltip is rendered in a layer above the page, outside every landmark.
    .disableRules(['region'])
    // In the page itself: otherwise each run opens a page of its own, for frames of other origins, which the console has none of.
    .setLegacyMode()
    .analyze();
  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map((node) => node.html).join('\n  ')}`,
  );
  expect(found).toEqual([]);
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
