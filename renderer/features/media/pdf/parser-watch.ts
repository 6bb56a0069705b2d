import { pdfLimits } from './limits.ts';
import type { ParserCommand, ParserNews, PdfProblem } from './messages.ts';

/** A message of pdf.js between its parser and its display: a piece of a page's operator list, or an object such as an image. */
interface ParserMessage {
  action?: unknown;
  data?: unknown;
  stream?: unknown;
  chunk?: { fnArray?: unknown[] };
}

/** Counts what the parser sends for the page that is being drawn. */
export class ParserWatch {
  missingImages = 0;
  #operators = 0;
  readonly #parser: Worker;
  readonly #passed: (problem: PdfProblem) => void;

  /** @param passed called when a limit is passed */
  constructor(parser: Worker, passed: (problem: PdfProblem) => void) {
    this.#parser = parser;
    this.#passed = passed;
    parser.addEventListener('message', ({ data }: MessageEvent<ParserMessage | ParserNews>) =>
      this.#see(data),
    );
  }

  beginPage(): void {
    this.missingImages = 0;
    this.#operators = 0;
    this.#parser.postMessage({ assay: 'page' } satisfies ParserCommand);
  }

  #see(message: ParserMessage | ParserNews): void {
    if ('assay' in message) {
      if (message.assay === 'memory') {
        this.#passed('memory');
      } else {
        this.missingImages += 1;
      }
      return;
    }
    this.#operators += message.chunk?.fnArray?.length ?? 0;
    if (this.#operators > pdfLimits.operators) {
      this.#passed('operators');
    }
    const isObject = message.action === 'obj' || message.action === 'commonobj';
    if (
      isObject &&
      Array.isArray(message.data) &&
      message.data.includes('Image') &&
      message.data.at(-1) === null
    ) {
      this.missingImages += 1;
    }
  }
}
