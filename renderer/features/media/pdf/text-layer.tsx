import { useEffect, useRef } from 'react';
import type { Size } from '../view.ts';
import type { Match } from './find-in-text.ts';
import type { PageText, TextRun } from './messages.ts';
import { joinRuns, runAt } from './page-text.ts';
import classes from './text-layer.module.css';

/** The distance between the top of letters and their base line in the layer's font, as a part of their size. */
const ascent = 0.85;

interface TextLayerProps {
  page: number;
  text: PageText;
  /** The size of the page at 100 %, not rotated. */
  size: Size;
  factor: number;
  /** Degrees, clockwise. */
  rotation: number;
  matches: readonly Match[];
  current: Match | undefined;
}

/** Shows the text of a page over its picture, transparent: it can be selected, found and read aloud. */
export function TextLayer({ page, text, size, factor, rotation, matches, current }: TextLayerProps) {
  const layer = useRef<HTMLDivElement>(null);
  useEffect(() => layer.current?.replaceChildren(...elementsOf(text)), [text]);
  useEffect(() => {
    const spans = layer.current?.querySelectorAll('span');
    if (!spans || matches.length === 0) {
      return;
    }
    const { starts } = joinRuns(text);
    const ranges = (some: readonly Match[]) =>
      some.map((match) => rangeOf(match, starts, spans)).filter((range) => range !== undefined);
    const removals = [
      mark('pdf-match', ranges(matches.filter((match) => match !== current))),
      mark('pdf-current-match', ranges(current ? [current] : [])),
    ];
    return () => {
      for (const remove of removals) {
        remove();
      }
    };
  }, [text, matches, current]);
  return (
    <div
      ref={layer}
      className={classes.layer}
      data-page-text={page}
      style={{ width: size.width, height: size.height, transform: layerTransform(size, factor, rotation) }}
    />
  );
}

function layerTransform({ width, height }: Size, factor: number, rotation: number): string {
  const moved: Record<number, [number, number]> = { 90: [height, 0], 180: [width, height], 270: [0, width] };
  const [x, y] = moved[rotation] ?? [0, 0];
  return `translate(${x * factor}px, ${y * factor}px) rotate(${rotation}deg) scale(${factor})`;
}

/** Returns a span for each run and a line break after each line. Made by hand: a page can have thousands. */
function elementsOf({ runs, isCut }: PageText): Node[] {
  const measure = new OffscreenCanvas(1, 1).getContext('2d');
  const nodes: Node[] = [];
  for (const run of runs) {
    const span = document.createElement('span');
    span.textContent = run.text;
    place(span, run, measure);
    nodes.push(span);
    if (run.endsLine) {
      nodes.push(document.createElement('br'));
    }
  }
  if (isCut) {
    const note = document.createElement('p');
    note.className = classes.note ?? '';
    note.textContent = 'The text of this page continues: save the file to read all of it.';
    nodes.push(note);
  }
  return nodes;
}

function place(
  { style }: HTMLElement,
  run: TextRun,
  measure: OffscreenCanvasRenderingContext2D | null,
): void {
  const { x, y, size, length, angle, text } = run;
  style.left = `${x + ascent * size * Math.sin(angle)}px`;
  style.top = `${y - ascent * size * Math.cos(angle)}px`;
  style.fontSize = `${size}px`;
  if (measure && size > 0 && length > 0) {
    measure.font = `${size}px sans-serif`;
    const { width } = measure.measureText(text);
    const stretched = width > 0 ? length / width : 1;
    style.transform = `rotate(${angle}rad) scaleX(${stretched})`;
  } else {
    style.transform = `rotate(${angle}rad)`;
  }
}

function rangeOf(
  { from, to }: Match,
  starts: readonly number[],
  spans: ArrayLike<HTMLSpanElement>,
): Range | undefined {
  const [first, last] = [runAt(starts, from), runAt(starts, to - 1)];
  const [begin, end] = [spans[first]?.firstChild, spans[last]?.firstChild];
  if (!(begin instanceof Text) || !(end instanceof Text)) {
    return undefined;
  }
  const range = document.createRange();
  range.setStart(begin, Math.min(begin.length, from - (starts[first] ?? 0)));
  range.setEnd(end, Math.min(end.length, to - (starts[last] ?? 0)));
  return range;
}

/** Marks ranges; both viewers use the same names. Returns a function that removes the marks. */
function mark(name: string, ranges: readonly Range[]): () => void {
  let highlight = CSS.highlights.get(name);
  if (!highlight) {
    highlight = new Highlight();
    CSS.highlights.set(name, highlight);
  }
  const marked = highlight;
  for (const range of ranges) {
    marked.add(range);
  }
  return () => {
    for (const range of ranges) {
      marked.delete(range);
    }
  };
}
