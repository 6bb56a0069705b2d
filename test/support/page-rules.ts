/** Selectors of what is read aloud when it changes, and of what a person operates. */
export const liveRegions = '[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]';
export const controls =
  'button, a[href], input, select, textarea, summary, [tabindex="0"], [role=button], [role=tab]';

/**
 * Reports on the page's console what component tests check with `recordLiveRegions` and `recordFocus`: a live region that holds a control, and
 * a focus that is nowhere two seconds after its element has gone. Runs in the page, so it uses nothing from outside.
 */
export function reportBrokenRules(selectors: { liveRegions: string; controls: string }): void {
  const tellMs = 1000;
  let last: Element | undefined;
  let lostFor = 0;
  addEventListener('focusin', ({ target }) => {
    last = target instanceof Element ? target : undefined;
  });
  const pressed = () => {
    last = undefined;
  };
  addEventListener('pointerdown', pressed, true);
  const opening = (element: Element) => element.outerHTML.slice(0, 200);
  setInterval(() => {
    for (const region of document.querySelectorAll(selectors.liveRegions)) {
      const control = region.querySelector(selectors.controls);
      if (control) {
        console.error(`A live region holds a control: ${opening(region)} ${opening(control)}`);
      }
    }
    const isLost = document.activeElement === document.body && last?.isConnected === false;
    lostFor = isLost ? lostFor + tellMs : 0;
    if (lostFor > 2 * tellMs && last) {
      console.error(`The focus was lost with ${opening(last)}`);
      last = undefined;
    }
  }, tellMs);
}
