import { expect, onTestFinished, test } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { openWindow } from '../window.tsx';

interface Session {
  send(
    method: 'Emulation.setEmulatedMedia',
    features: { features: { name: string; value: string }[] },
  ): Promise<unknown>;
}

const forceColors = (value: 'active' | 'none') =>
  (cdp() as unknown as Session).send('Emulation.setEmulatedMedia', {
    features: [{ name: 'forced-colors', value }],
  });

const styleOf = (selector: string) => {
  const element = document.querySelector(selector);
  return element === null ? undefined : getComputedStyle(element);
};

test('a choice or a switch that is on can be seen with the colors of the system, which have no surfaces', async () => {
  onTestFinished(async () => void (await forceColors('none')));
  await forceColors('active');
  await openWindow();
  location.hash = '#/deletion';
  await expect.element(page.getByRole('tab', { selected: true })).toHaveStyle({ outlineStyle: 'solid' });
  location.hash = '#/signatures';
  await expect
    .poll(() => styleOf('.mantine-SegmentedControl-label[data-active]')?.outlineStyle)
    .toBe('solid');
  expect(styleOf('.mantine-SegmentedControl-label:not([data-active])')?.outlineStyle).toBe('none');
  location.hash = '#/settings';
  await expect.poll(() => styleOf('.mantine-Switch-track')?.borderTopStyle).toBe('solid');
});
