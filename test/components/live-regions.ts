const regions = '[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]';
const controls =
  'button, a[href], input, select, textarea, summary, [tabindex="0"], [role=button], [role=tab]';

/**
 * Watches the live regions of the window. Whatever changes in one is read aloud as a whole, so a control in it is read with every
 * change, and one that appears is said without being where the focus is.
 *
 * @returns ends it and returns the regions that held a control, each once
 */
export function recordLiveRegions(): { end(): string[] } {
  const faults = new Set<string>();
  const look = () => {
    for (const region of document.querySelectorAll(regions)) {
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

/** Returns the start tag of an element and the beginning of its text. */
function opening(element: Element): string {
  return `${element.outerHTML.split('>', 1)[0]}> “${element.textContent.slice(0, 60)}”`;
}

/** Collects what is announced from now on. */
export function announcements(): () => string {
  const live = document.querySelector('#root [role=status][aria-live=polite]');
  const texts: string[] = [];
  new MutationObserver(() => texts.push(live?.textContent ?? '')).observe(live ?? document.body, {
    subtree: true,
    childList: true,
    characterData: true,
  });
  return () => texts.splice(0).filter(Boolean).join(' | ');
}
