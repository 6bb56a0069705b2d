/** The number of characters read to recognise markup. */
const maxProlog = 1024;

const htmlElements = new Set(['html', 'head', 'body', 'script', 'iframe', 'title', 'p', 'div']);

/**
 * Returns the kind of markup that a text begins with, as a MIME type, or undefined. Skips the XML declaration, comments and a
 * document type in one pass, so that the time is linear for hostile input.
 */
export function typeOfMarkup(text: string): 'image/svg+xml' | 'text/html' | 'text/xml' | undefined {
  const prolog = text
    .replace(/^\uFEFF/, '')
    .trimStart()
    .slice(0, maxProlog)
    .toLowerCase();
  const isXml = /^<\?xml\s/.test(prolog);
  let at = skipDeclaration(prolog);
  for (;;) {
    const end = endOfComment(prolog, at) ?? endOfSvgDoctype(prolog, at);
    if (end === undefined) {
      break;
    }
    at = skipSpace(prolog, end);
  }
  const name = elementAt(prolog, at);
  if (name === 'svg') {
    return 'image/svg+xml';
  }
  if (name !== undefined && htmlElements.has(name)) {
    return 'text/html';
  }
  if (doctypeAt(prolog, at) === 'html') {
    return 'text/html';
  }
  return isXml ? 'text/xml' : undefined;
}

function skipDeclaration(text: string): number {
  if (!text.startsWith('<?xml')) {
    return 0;
  }
  const end = text.indexOf('>');
  return end < 0 ? 0 : skipSpace(text, end + 1);
}

function endOfComment(text: string, at: number): number | undefined {
  if (!text.startsWith('<!--', at)) {
    return undefined;
  }
  const end = text.indexOf('-->', at + 4);
  return end < 0 ? undefined : end + 3;
}

function endOfSvgDoctype(text: string, at: number): number | undefined {
  if (doctypeAt(text, at) !== 'svg') {
    return undefined;
  }
  const end = text.indexOf('>', at);
  return end < 0 ? undefined : end + 1;
}

/** Returns the name in `<!doctype name` at `at`, if there is one. */
function doctypeAt(text: string, at: number): string | undefined {
  const doctype = '<!doctype';
  return text.startsWith(doctype, at) ? nameAt(text, skipSpace(text, at + doctype.length)) : undefined;
}

/** Returns the name of the element that opens at `at`, followed by white space or `>`. */
function elementAt(text: string, at: number): string | undefined {
  if (text[at] !== '<') {
    return undefined;
  }
  return nameAt(text, at + 1);
}

function nameAt(text: string, start: number): string | undefined {
  let end = start;
  while (end < text.length && isNameCharacter(text.charCodeAt(end))) {
    end += 1;
  }
  const next = text[end];
  return end > start && (next === '>' || isSpace(next)) ? text.slice(start, end) : undefined;
}

function skipSpace(text: string, start: number): number {
  let at = start;
  while (isSpace(text[at])) {
    at += 1;
  }
  return at;
}

function isSpace(character: string | undefined): boolean {
  return character !== undefined && character.trim() === '';
}

/** Lower-case letters and digits; the text was converted to lower case. */
function isNameCharacter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39);
}
