import { type RefObject, useEffect, useState } from 'react';
import type { Drawing, PageSize, PdfProblem } from './messages.ts';
import { PdfProblemError, PdfReader } from './pdf-reader.ts';

/** What is known of a document while it is shown. */
export interface PdfState {
  reader: PdfReader | undefined;
  pages: number | undefined;
  /** A password is needed. */
  locked: { wasWrong: boolean } | undefined;
  problem: PdfProblem | undefined;
}

const nothing: PdfState = { reader: undefined, pages: undefined, locked: undefined, problem: undefined };

/** Opens the PDF at an address, and ends its workers when the view is left. `attempt` opens it anew. */
export function usePdf(address: string, attempt: number): PdfState & { unlock(password: string): void } {
  const [state, setState] = useState(nothing);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt is a new reader
  useEffect(() => {
    let left = false;
    const change = (part: Partial<PdfState>) => {
      if (!left) {
        setState((before) => ({ ...before, ...part }));
      }
    };
    const reader = new PdfReader(address, (wasWrong) => change({ locked: { wasWrong } }));
    setState({ ...nothing, reader });
    reader.open().then(
      (pages) => change({ pages, locked: undefined }),
      (error: unknown) => change({ problem: problemOf(error) }),
    );
    return () => {
      left = true;
      reader.close();
    };
  }, [address, attempt]);
  const unlock = (password: string) => {
    setState((before) => ({ ...before, locked: undefined }));
    state.reader?.givePassword(password);
  };
  return { ...state, unlock };
}

/** What is known of the page that is shown. */
export interface PageState {
  size: PageSize | undefined;
  isDrawn: boolean;
  missingImages: number;
  /** For assistive technology; undefined until it was read. */
  text: string | undefined;
  problem: PdfProblem | undefined;
}

const emptyPage: PageState = {
  size: undefined,
  isDrawn: false,
  missingImages: 0,
  text: undefined,
  problem: undefined,
};

/** Reads the size of a page, so that its drawing can be fitted. */
export function usePdfPage(
  { reader, pages }: PdfState,
  page: number,
): [PageState, (part: Partial<PageState>) => void] {
  const [state, setState] = useState(emptyPage);
  const change = (part: Partial<PageState>) => setState((before) => ({ ...before, ...part }));
  useEffect(() => {
    if (!reader || pages === undefined) {
      return;
    }
    let left = false;
    setState(emptyPage);
    reader.pageSize(page).then(
      (size) => !left && setState({ ...emptyPage, size }),
      (error: unknown) => !left && setState({ ...emptyPage, problem: problemOf(error) }),
    );
    return () => {
      left = true;
    };
  }, [reader, pages, page]);
  return [state, change];
}

interface PageDrawing extends Drawing {
  reader: PdfReader | undefined;
  page: number;
  /** Undefined until it is known; nothing is drawn before. */
  size: PageSize | undefined;
  canvas: RefObject<HTMLCanvasElement | null>;
  change(part: Partial<PageState>): void;
}

/** Draws the page whenever its size on the screen changes; the drawing before stays until the new one is complete. */
export function useDrawing({
  reader,
  page,
  size,
  scale,
  rotation,
  density,
  canvas,
  change,
}: PageDrawing): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `change` and `canvas` are the same in every render
  useEffect(() => {
    if (!reader || !size) {
      return;
    }
    let left = false;
    reader.draw(page, { scale, rotation, density }).then(
      ({ bitmap, missingImages }) => {
        if (left || !canvas.current) {
          bitmap.close();
          return;
        }
        canvas.current.width = bitmap.width;
        canvas.current.height = bitmap.height;
        canvas.current.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap);
        change({ isDrawn: true, missingImages });
      },
      (error: unknown) => {
        const problem = problemOf(error);
        if (!left && problem !== 'superseded') {
          change({ problem });
        }
      },
    );
    return () => {
      left = true;
    };
  }, [reader, page, size, scale, rotation, density]);
}

/** The text of a page, read once it is drawn. */
export function usePageText(
  reader: PdfReader | undefined,
  page: number,
  isDrawn: boolean,
  change: PageDrawing['change'],
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `change` is the same in every render
  useEffect(() => {
    if (!reader || !isDrawn) {
      return;
    }
    let left = false;
    reader.text(page).then(
      ({ text, isCut }) =>
        !left &&
        change({ text: isCut ? `${text} … The text continues: save the file to read all of it.` : text }),
      () => !left && change({ text: 'The text of this page could not be read.' }),
    );
    return () => {
      left = true;
    };
  }, [reader, page, isDrawn]);
}

function problemOf(error: unknown): PdfProblem {
  return error instanceof PdfProblemError ? error.problem : 'failed';
}
