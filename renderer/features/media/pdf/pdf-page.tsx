import { type CSSProperties, memo, useEffect, useRef, useState } from 'react';
import type { Size } from '../view.ts';
import type { Match } from './find-in-text.ts';
import type { PageText, PdfProblem } from './messages.ts';
import type { PdfTexts } from './page-texts.ts';
import { PdfProblemNotice } from './pdf-notices.tsx';
import classes from './pdf-page.module.css';
import { drawingOrder, type PdfReader } from './pdf-reader.ts';
import { TextLayer } from './text-layer.tsx';
import { problemOf } from './use-pdf.ts';

/** A drawing for another size waits this long, since the size often changes again. Milliseconds. */
const redrawDelayMs = 120;

/** The outcome of drawing a page; kept while the document is shown, since a page scrolled away is removed. */
export interface PageOutcome {
  problem?: PdfProblem;
  missingImages: number;
}

interface PdfPageProps {
  reader: PdfReader;
  texts: PdfTexts;
  /** The title of the document, such as "Report". */
  title: string;
  number: number;
  /** The size at 100 %, not rotated; undefined until it was read, and nothing is drawn before. */
  size: Size | undefined;
  /** The size on the screen, in pixels. */
  width: number;
  height: number;
  top: number;
  factor: number;
  rotation: number;
  devicePixelRatio: number;
  isInView: boolean;
  outcome: PageOutcome | undefined;
  matches: readonly Match[];
  current: Match | undefined;
  onOutcome(number: number, outcome: PageOutcome | undefined): void;
  onRetry(number: number, problem: PdfProblem): void;
}

/** One page: its picture, drawn for its size on the screen, and its text. */
export const PdfPage = memo(function PdfPage(props: PdfPageProps) {
  const {
    reader,
    texts,
    title,
    number,
    size,
    width,
    height,
    top,
    factor,
    rotation,
    devicePixelRatio,
    isInView,
  } = props;
  const { outcome, matches, current, onOutcome, onRetry } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isDrawn, setDrawn] = useState(false);
  const text = usePageText(texts, number, isDrawn);
  const problem = outcome?.problem;
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whether it is in view changes the order alone
  useEffect(() => {
    if (!size || problem !== undefined) {
      return;
    }
    const ending = new AbortController();
    const draw = async () => {
      const order = isInView ? drawingOrder.inView : drawingOrder.nearby;
      try {
        const { bitmap, missingImages } = await reader.draw(
          number,
          { scale: factor, rotation, devicePixelRatio },
          { order, signal: ending.signal },
        );
        if (ending.signal.aborted || !canvas.current) {
          bitmap.close();
          return;
        }
        put(bitmap, canvas.current);
        setDrawn(true);
        onOutcome(number, { missingImages });
      } catch (error) {
        if (!ending.signal.aborted) {
          onOutcome(number, { problem: problemOf(error), missingImages: 0 });
        }
      }
    };
    const timer = setTimeout(() => void draw(), isFirst.current ? 0 : redrawDelayMs);
    isFirst.current = false;
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [reader, number, size, factor, rotation, devicePixelRatio, problem]);
  // Memory of a page that was scrolled away is returned at once.
  useEffect(() => {
    const element = canvas.current;
    return () => {
      if (element) {
        element.width = 0;
      }
    };
  }, []);
  const place: CSSProperties = { top, width, height };
  return (
    <div
      className={classes.page}
      style={place}
      data-page={number}
      aria-busy={!isDrawn && problem === undefined}
    >
      {problem !== undefined ? (
        <div className={classes.problem}>
          <PdfProblemNotice problem={problem} page={number} onRetry={() => onRetry(number, problem)} />
        </div>
      ) : (
        <>
          <canvas
            ref={canvas}
            className={classes.picture}
            role="img"
            aria-label={`${title}, page ${number}`}
            data-drawn={isDrawn}
          />
          {text && size && (
            <TextLayer
              page={number}
              text={text}
              size={size}
              factor={factor}
              rotation={rotation}
              matches={matches}
              current={current}
            />
          )}
        </>
      )}
    </div>
  );
});

function put(bitmap: ImageBitmap, canvas: HTMLCanvasElement): void {
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap);
}

const unreadable: PageText = { runs: [], isCut: false };

/** Returns the text of a page, read once it is drawn. */
function usePageText(texts: PdfTexts, number: number, isDrawn: boolean): PageText | undefined {
  const [text, setText] = useState<PageText>();
  useEffect(() => {
    if (!isDrawn) {
      return;
    }
    let left = false;
    texts.of(number).then(
      (read) => !left && setText(read),
      () => !left && setText(unreadable),
    );
    return () => {
      left = true;
    };
  }, [texts, number, isDrawn]);
  return text;
}
