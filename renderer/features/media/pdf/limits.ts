/** The limits of one PDF: a few kilobytes of a file from outside can describe any amount of work. */
export const pdfLimits = {
  /** The longest a request may run without news, in milliseconds, except while waiting for the service. */
  timeMs: 10_000,
  /** Drawing operations on one page. Detailed maps have some hundred thousand. */
  operators: 1_000_000,
  /** The largest array of bytes or numbers the parser may make, in bytes: it holds a decoded stream or image. */
  arrayBytes: 256 * 1024 * 1024,
  /** All arrays of the parser together, in bytes. */
  arraysBytes: 1024 * 1024 * 1024,
  /** Dictionaries the parser may make for one page; the JavaScript heap has no limit that could be set. */
  dictionaries: 3_000_000,
  /** Pixels of one image on a page; larger ones are left out. A page scanned at 600 dpi has 35 million. */
  imagePixels: 50_000_000,
  /** Pixels of a drawn page: a page zoomed far in stays drawable. */
  pagePixels: 24_000_000,
  /** Width and height of a drawn page, in pixels; no canvas can be longer than 32,767. */
  pageSide: 16_000,
  /** Pixels of all canvases in use while a page is drawn. */
  canvasPixels: 128_000_000,
  /** Characters and runs of a page's text that can be selected, searched and read by assistive technology. */
  textCharacters: 20_000,
  textRuns: 4_000,
  /** Characters that a search goes through in all. */
  searchedCharacters: 20_000_000,
  /** Pages that are shown. */
  pages: 5_000,
  /** Height of all pages together on the screen, in CSS pixels; a browser draws none taller than 33 million. */
  documentHeight: 30_000_000,
  /** Pages drawn at once, beside their thumbnails. */
  drawnPages: 16,
  /** The largest file that is read whole, where the service does not send parts, in bytes. */
  wholeFileBytes: 64 * 1024 * 1024,
};

/** Size of the parts of a file that are asked for, in bytes. */
export const rangeBytes = 256 * 1024;
