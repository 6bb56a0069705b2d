import { expect, vi } from 'vitest';
import { controls, liveRegions } from '../support/page-rules.ts';

/**
 * Watches the live regions of the window. Whatever changes in one is read aloud as a whole, so a control in it is read with every
 * change, and one that appears is said without being where the focus is.
 *
 * @returns ends it and returns the regions that held a control, each once
 */
export function recordLiveRegions(): { end(): string[] } {
  const faults = new Set<string>();
  const look = () => {
    for (const region of document.querySelectorAll(liveRegions)) {
      const control = region.querySelector(controls);
      if (control) {
        faults.add(`A live region holds a control: ${opening(region)} ${opening(control)}`);
      }
    }
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { subtree: true, childList: true });
  return {
    end() {
      look();
      observer.disconnect();
      return [...faults];
    },
  };
}

/**
 * Watches the focus: an element that is gone must have left it to another, or a keyboard begins again at the top of the window.
 *
 * @param root the window; another may have been opened in its place
 * @returns ends it and returns the fault, if any, once the focus had time to move
 */
export function recordFocus(root: Element): { end(): Promise<string[]> } {
  let last: Element | undefined;
  const focused = ({ target }: Event) => {
    last = target instanceof Element ? target : undefined;
  };
  const pressed = () => {
    last = undefined;
  };
  const isLost = () =>
    root.isConnected && document.activeElement === document.body && last?.isConnected === false;
  document.addEventListener('focusin', focused);
  document.addEventListener('pointerdown', pressed, true);
  return {
    async end() {
      await vi.waitUntil(() => !isLost(), { timeout: 2000 }).catch(() => undefined);
      document.removeEventListener('focusin', focused);
      document.removeEventListener('pointerdown', pressed, true);
      return isLost() && last ? [`The focus was lost with ${opening(last)}`] : [];
    },
  };
}

/** Returns the start tag of an element and the beginning of its text. */
function opening(element: Element): string {
  return `${element.outerHTML.split('>', 1)[0]}> “${element.textContent.slice(0, 60)}”`;
}

const elementOf = (node: Node) => (node instanceof Element ? node : node.parentElement);

/** Collects what is announced from now on: each text once when it is set, not again while it stays in the page. */
export function announcements(): () => string {
  const live = document.querySelector('#root [role=status][aria-live=polite]');
  const texts: string[] = [];
  new MutationObserver((changes) => {
    const places = new Set(changes.map(({ target }) => elementOf(target)?.closest('p')));
    texts.push(...[...places].map((place) => place?.textContent ?? ''));
  }).observe(live ?? document.body, { subtree: true, childList: true, characterData: true });
  return () => texts.splice(0).filter(Boolean).join(' | ');
}

/** Waits until what is announced matches, and drops it. */
export async function expectSaid(announced: () => string, text: RegExp): Promise<void> {
  let all = '';
  await expect
    .poll(() => {
      all += announced();
      return all;
    })
    .toMatch(text);
}
