import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { tabTo } from '../keyboard.ts';
import { openWindow, press } from '../window.tsx';

const hint = page.getByRole('tooltip');
const tool = page.getByRole('button', { name: 'Keyboard shortcuts' });
const point = (type: string, pointerType: string) =>
  tool.element().dispatchEvent(new PointerEvent(type, { pointerType, bubbles: true }));

test('a button of an icon has its keys for screen readers, and says its name on focus from the keyboard, not after a press', async () => {
  await openWindow();
  await expect.element(tool).toHaveAttribute('aria-keyshortcuts', 'Control+/');
  await tabTo(/^Keyboard shortcuts/);
  await expect.element(hint.getByText('Keyboard shortcuts')).toBeVisible();
  await press('Escape');
  await expect.element(hint).not.toBeInTheDocument();
  await press('Tab');
  await press('Shift+Tab');
  await expect.element(hint).toBeVisible();
  point('pointerdown', 'mouse');
  await expect.element(hint).not.toBeInTheDocument();
});

test('a hint stays where a finger taps, until it taps again', async () => {
  await openWindow();
  point('pointerover', 'touch');
  point('pointerout', 'touch');
  await expect.element(hint).toBeVisible();
  document.body.dispatchEvent(new PointerEvent('pointerdown', { pointerType: 'touch', bubbles: true }));
  await expect.element(hint).not.toBeInTheDocument();
});

test('a press before the hint shows leaves it away', async () => {
  await openWindow();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const rest = async () => {
    vi.advanceTimersByTime(1000);
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  };
  point('pointerover', 'mouse');
  point('pointerdown', 'mouse');
  await rest();
  expect(hint.query()).toBeNull();
  point('pointerout', 'mouse');
  point('pointerover', 'mouse');
  await rest();
  await expect.element(hint).toBeInTheDocument();
});
