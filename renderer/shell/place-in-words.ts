/** Returns where the keyboard is: the environment, the page, and the parts of it around the focus, the outermost first. */
export function placeInWords(environment: string): string {
  const parts: string[] = [];
  for (let part = document.activeElement?.closest(named); part; part = part.parentElement?.closest(named)) {
    parts.unshift(nameOf(part));
  }
  const title = textOf(document.querySelector('#work h1'));
  return [environment, title, ...parts]
    .filter((text, index, all) => text !== '' && all.indexOf(text) === index)
    .map((text) => text.replace(/\.$/, ''))
    .join('. ');
}

/** The parts of a page that have a name. */
const named = 'section, nav, aside, form, [role=dialog], [role=grid], [role=tabpanel], [role=row]';

function nameOf(part: Element): string {
  const labelled = part.getAttribute('aria-labelledby');
  return part.role === 'row' || part.tagName === 'TR'
    ? `Row ${part.getAttribute('aria-rowindex') ?? ''}`.trim()
    : (part.getAttribute('aria-label') ??
        textOf(labelled === null ? null : document.getElementById(labelled)));
}

function textOf(element: Element | null): string {
  const copy = element?.cloneNode(true) as Element | undefined;
  for (const hidden of copy?.querySelectorAll('[aria-hidden=true]') ?? []) {
    hidden.remove();
  }
  return (copy?.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
}
