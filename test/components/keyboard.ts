import { press } from './window.tsx';

/** More stops than any page of the console has. */
const maxStops = 120;

/** The accessible name of the focused element, as far as it comes from its label, its attribute or its text. */
function focusedName(): string {
  const focused = document.activeElement;
  if (focused === null || focused === document.body) {
    return '';
  }
  const { labels } = focused as HTMLInputElement;
  const name = focused.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? focused.textContent;
  return (name ?? '').replaceAll(/\s+/g, ' ').trim();
}

/** Presses Tab until an element with this name has the focus. */
export async function tabTo(name: RegExp): Promise<void> {
  const passed: string[] = [];
  for (let stop = 0; stop < maxStops; stop++) {
    const focused = focusedName();
    if (name.test(focused)) {
      return;
    }
    passed.push(focused);
    await press('Tab');
  }
  throw new Error(`Tab does not reach ${name}. It stops at: ${[...new Set(passed)].join(' | ')}`);
}
