/** The folders of files that pdf.js loads at run time; absolute addresses that end with `/`. */
export interface PdfAssets {
  cMapUrl: string;
  iccUrl: string;
  standardFontDataUrl: string;
  wasmUrl: string;
}

/** The size and rotation with which a page is drawn. */
export interface Drawing {
  scale: number;
  /** Degrees, clockwise, beside the page's own. */
  rotation: number;
  /** Pixels of the screen to a pixel of the page. */
  devicePixelRatio: number;
}

/** From the window to the worker. `id` names a request; the reply to it carries the same. */
export type PdfRequest =
  | { kind: 'open'; id: number; address: string; assets: PdfAssets }
  | { kind: 'password'; password: string }
  | { kind: 'page'; id: number; page: number }
  | { kind: 'draw'; id: number; page: number; drawing: Drawing }
  /** Ends the drawing that was requested with this id. */
  | { kind: 'cancel'; id: number }
  | { kind: 'text'; id: number; page: number };

/** The reason why a PDF, or one page of it, cannot be shown. */
export type PdfProblem =
  /** The file is not a PDF that can be read. */
  | 'damaged'
  /** The file could not be loaded, or a part of it. */
  | 'unreachable'
  /** The service sends no parts, and the file is too large to be read whole. */
  | 'too-large'
  | 'time'
  | 'operators'
  | 'memory'
  /** The drawing was cancelled. */
  | 'cancelled'
  /** The workers were ended while they did something else; the request can be made again. */
  | 'interrupted'
  /** The worker itself failed. */
  | 'failed';

/** The size of a page in CSS pixels at 100 %, with its own rotation. */
export interface PageSize {
  width: number;
  height: number;
}

export interface DrawnPage {
  bitmap: ImageBitmap;
  /** Images of the page that could not be drawn. */
  missingImages: number;
}

/** A run of text and its place, in CSS pixels of the page at 100 %, with the page's own rotation. */
export interface TextRun {
  text: string;
  /** The start of its base line. */
  x: number;
  y: number;
  /** The size of its letters. */
  size: number;
  /** The length along its base line; 0 where that is not known. */
  length: number;
  /** The angle of the base line, in radians, clockwise. */
  angle: number;
  /** True if a new line follows. */
  endsLine: boolean;
}

export interface PageText {
  runs: TextRun[];
  /** True if there is more text than was read. */
  isCut: boolean;
}

/** From the worker to the window. */
export type PdfReply =
  | { kind: 'opened'; id: number; pages: number }
  | { kind: 'page'; id: number; size: PageSize }
  | { kind: 'drawn'; id: number; drawn: DrawnPage }
  | { kind: 'text'; id: number; text: PageText }
  | { kind: 'problem'; id: number; problem: PdfProblem }
  /** A password is needed; `wasWrong` when one was given. */
  | { kind: 'password'; wasWrong: boolean }
  /** The start or the end of waiting for the service. */
  | { kind: 'waiting'; isWaiting: boolean }
  /** A limit was passed; the worker is useless from now on. */
  | { kind: 'limit'; problem: PdfProblem };

/** Messages of the parser's worker beside those of pdf.js. */
export type ParserNews = { assay: 'memory' } | { assay: 'missing-image' };

/** Sent to the parser's worker beside them: another page begins. */
export type ParserCommand = { assay: 'page' };
