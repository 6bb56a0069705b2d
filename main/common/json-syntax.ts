/** Returns the line and column of the syntax error of a text that is not JSON. Quotes nothing from it. */
export function syntaxProblem(text: string): string {
  if (text.trim() === '') {
    return 'it is empty';
  }
  if (!breaksWithin(text)) {
    return `it ends before its JSON does, at line ${text.split('\n').length}`;
  }
  // Some messages of the engine have no position, so the shortest invalid beginning is searched for.
  let sound = 0;
  let breakAt = text.length;
  while (breakAt - sound > 1) {
    const middle = Math.floor((sound + breakAt) / 2);
    if (breaksWithin(text.slice(0, middle))) {
      breakAt = middle;
    } else {
      sound = middle;
    }
  }
  const before = text.slice(0, sound).split('\n');
  return `it is not JSON at line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}

/** Returns whether no continuation of the text could be valid JSON. */
function breaksWithin(beginning: string): boolean {
  try {
    JSON.parse(beginning);
    return false;
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    const position = /at position (\d+)/.exec(message)?.[1];
    return !message.includes('Unexpected end') && position !== String(beginning.length);
  }
}
