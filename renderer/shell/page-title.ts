/** Focuses the start of the page: its title, or the list that it is about. */
export function focusPageTitle(): void {
  const work = document.querySelector('#work');
  const start =
    work?.querySelector<HTMLElement>('[data-page-focus]') ?? work?.querySelector<HTMLElement>('h1');
  start?.focus({ preventScroll: true });
}

/** A window in which the bars scroll with the page, as at 200 % zoom (case-frame.module.css). */
const lowWindow = '(max-width: 40rem), (max-height: 34rem)';

/** Scrolls the head of the page to the top of a low window, so that its content has more than half of the height. */
export function showPageHead(): void {
  if (window.matchMedia(lowWindow).matches) {
    document.querySelector('#work h1')?.closest('header')?.scrollIntoView({ block: 'start' });
  }
}
