/** Focuses the start of the page: its title, or the list that it is about. */
export function focusPageTitle(): void {
  const work = document.querySelector('#work');
  const start =
    work?.querySelector<HTMLElement>('[data-page-focus]') ?? work?.querySelector<HTMLElement>('h1');
  start?.focus({ preventScroll: true });
}
