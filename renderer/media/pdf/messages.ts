/** Where pdf.js finds what it does not carry itself; absolute addresses that end with `/`. */
export interface PdfAssets {
  cMapUrl: string;
  iccUrl: string;
  standardFontDataUrl: string;
  wasmUrl: string;
}

/** How a page is drawn. */
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
  /** Ends the drawing that was asked for with this id. */
  | { kind: 'cancel'; id: number }
  | { kind: 'text'; id: number; page: number };

/** Why a PDF, or one page of it, cannot be shown. */
export type PdfProblem =
  /** It is no PDF that can be read. */
  | 'damaged'
  /** The file could not be loaded, or a part of it. */
  | 'unreachable'
  /** The service sends no parts, and the file is too large to be read whole. */
  | 'too-large'
  | 'time'
  | 'operators'
  | 'memory'
  /** The drawing was given up. */
  | 'cancelled'
  /** The workers were ended while they did something else; the request can be made again. */
  | 'interrupted'
  /** The worker itself failed. */
  | 'failed';

/** The size of a page in CSS pixels at 100 %, turned as the page itself says. */
export interface PageSize {
  width: number;
  height: number;
}

export interface DrawnPage {
  bitmap: ImageBitmap;
  /** Images of the page that could not be drawn. */
  missingImages: number;
}

/** A run of text and where it is, in CSS pixels of the page at 100 %, turned as the page itself says. */
export interface TextRun {
  text: string;
  /** Where its base line begins. */
  x: number;
  y: number;
  /** The size of its letters. */
  size: number;
  /** How long it is along its base line; 0 where that is not known. */
  length: number;
  /** Of the base line, in radians, clockwise. */
  angle: number;
  /** A new line follows. */
  endsLine: boolean;
}

export interface PageText {
  runs: TextRun[];
  /** There is more than was read. */
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
  /** The service is waited for, or no longer. */
  | { kind: 'waiting'; isWaiting: boolean }
  /** A limit was passed; the worker is of no more use. */
  | { kind: 'limit'; problem: PdfProblem };

/** What the parser's worker says beside the messages of pdf.js. */
export type ParserNews = { assay: 'memory' } | { assay: 'missing-image' };

/** Sent to the parser's worker beside them: another page begins. */
export type ParserCommand = { assay: 'page' };
