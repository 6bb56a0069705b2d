import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** axe finds nothing against WCAG 2.2 AA and its own good practices on what the page, or one part of it, shows now. */
export async function expectAccessible(page: Page, part?: string): Promise<void> {
  const builder = new AxeBuilder({ page });
  const { violations } = await (part === undefined ? builder : builder.include(part))
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    // A tooltip is in a layer over the page, outside of every landmark.
    .disableRules(['region'])
    .analyze();
  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map((node) => node.html).join('\n  ')}`,
  );
  expect(found).toEqual([]);
}
