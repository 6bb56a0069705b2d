import { useEffect, useState } from 'react';
import { pdfLimits } from './limits.ts';
import type { PdfProblem } from './messages.ts';
import { PdfTexts } from './page-texts.ts';
import { PdfProblemError, PdfReader } from './pdf-reader.ts';

/** The state of a document while it is shown. */
export interface PdfState {
  reader: PdfReader | undefined;
  texts: PdfTexts | undefined;
  /** The number of pages shown. */
  pages: number | undefined;
  /** The number of further pages. */
  morePages: number;
  /** A password is needed. */
  locked: { wasWrong: boolean } | undefined;
  problem: PdfProblem | undefined;
}

const nothing: PdfState = {
  reader: undefined,
  texts: undefined,
  pages: undefined,
  morePages: 0,
  locked: undefined,
  problem: undefined,
};

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
    const reader = new PdfReader(address, { askPassword: (wasWrong) => change({ locked: { wasWrong } }) });
    setState({ ...nothing, reader, texts: new PdfTexts(reader) });
    reader.open().then(
      (all) => {
        const pages = Math.min(all, pdfLimits.pages);
        change({ pages, morePages: all - pages, locked: undefined });
      },
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

export function problemOf(error: unknown): PdfProblem {
  return error instanceof PdfProblemError ? error.problem : 'failed';
}
