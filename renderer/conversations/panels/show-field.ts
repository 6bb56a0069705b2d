/**
 * Brings a value of the record into view by its path in the reply, and gives its row the focus. A value that has no row of its own leads to
 * the nearest one around it. False where none is in the page.
 */
export function showField(path: string): boolean {
  for (let at = path; at !== ''; at = parentOf(at)) {
    const row = document.querySelector(`[data-field="${CSS.escape(at)}"]`);
    if (row instanceof HTMLElement) {
      row.tabIndex = -1;
      row.scrollIntoView({ block: 'center' });
      row.focus({ preventScroll: true });
      return true;
    }
  }
  return false;
}

/** `a.b[0]` for `a.b[0].c`, then `a.b`. */
function parentOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('.'), path.lastIndexOf('['), 0));
}
