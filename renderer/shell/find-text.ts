/** The most matches that are marked. */
const maxMatches = 2000;

/**
 * Finds a text in an element, in the order of the page, ignoring case. A match lies within one piece of text; masked text
 * and text that is not drawn is not part of the page and is not found.
 */
export function findText(root: Node, wanted: string): Range[] {
  const text = wanted.toLowerCase();
  const found: Range[] = [];
  if (text === '') {
    return found;
  }
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT, (node) =>
    isShown(node.parentElement) ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT,
  );
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const held = (node.nodeValue ?? '').toLowerCase();
    for (let at = held.indexOf(text); at !== -1; at = held.indexOf(text, at + text.length)) {
      const range = document.createRange();
      // Lower case may be longer than what is shown, in few scripts.
      const end = Math.min(at + text.length, node.nodeValue?.length ?? 0);
      if (at < end) {
        range.setStart(node, at);
        range.setEnd(node, end);
        found.push(range);
      }
      if (found.length >= maxMatches) {
        return found;
      }
    }
  }
  return found;
}

function isShown(element: Element | null): boolean {
  return element?.checkVisibility({ visibilityProperty: true }) ?? false;
}
