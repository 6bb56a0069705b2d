/**
 * Scrolls to a value by its path in the reply and focuses its row, or the nearest row around it. Returns false if there is none on the
 * page.
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
