import { expect, inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    fullTests: boolean;
  }
}

export const bothSchemes = ['dark', 'light'] as const;

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** In `npm run test:all`: expects axe to find no violations of WCAG 2.2 AA or its best practices in the window. */
export async function expectAccessible(schemes: readonly ('dark' | 'light')[] = ['light']): Promise<void> {
  if (!inject('fullTests')) {
    return;
  }
  const { default: axe } = await import('axe-core');
  for (const scheme of schemes) {
    document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
    // Colours that are still changing have contrasts of neither scheme.
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map(({ finished }) => finished));
    const { violations } = await axe.run(document, {
      runOnly: tags,
      resultTypes: ['violations'],
      rules: {
        // A tooltip is rendered in a layer above the page, outside every landmark.
        region: { enabled: false },
        // The tooltip of a tool repeats its name, and is hidden from screen readers so that they say it once.
        'aria-tooltip-name': { enabled: false },
        'document-title': { enabled: false },
        // The shape of a masked value is hidden from screen readers on purpose.
        'label-content-name-mismatch': { enabled: false },
      },
    });
    const found = violations.map(
      ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html).join('\n  ')}`,
    );
    expect(found, `in ${scheme}`).toEqual([]);
  }
}
