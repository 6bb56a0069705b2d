import type { PageText } from './messages.ts';

/** The text of a page, as it is copied and searched; `starts` says where each run of it begins. */
export interface JoinedText {
  text: string;
  starts: readonly number[];
}

export function joinRuns({ runs }: PageText): JoinedText {
  let text = '';
  const starts: number[] = [];
  for (const run of runs) {
    starts.push(text.length);
    text += run.endsLine ? `${run.text}\n` : run.text;
  }
  return { text, starts };
}

/** Returns the run that holds a position of the joined text. */
export function runAt(starts: readonly number[], position: number): number {
  let from = 0;
  let to = starts.length - 1;
  while (from < to) {
    const middle = (from + to + 1) >> 1;
    if ((starts[middle] ?? 0) <= position) {
      from = middle;
    } else {
      to = middle - 1;
    }
  }
  return from;
}
