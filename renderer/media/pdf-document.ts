import * as pdfjs from 'pdfjs-dist';
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

export type PdfDocument = pdfjs.PDFDocumentProxy;
export type PdfPage = pdfjs.PDFPageProxy;

/** Opens a PDF in pdf.js's own worker: no scripts in it run, no forms, no links out. */
export function openPdf(address: string): { document: Promise<PdfDocument>; close(): void } {
  pdfjs.GlobalWorkerOptions.workerSrc = workerAddress;
  const task = pdfjs.getDocument({
    url: address,
    enableXfa: false,
    stopAtErrors: false,
    // Fonts are drawn as paths: no font of a stranger's file reaches the system's font code.
    disableFontFace: true,
    useSystemFonts: false,
    standardFontDataUrl: new URL('./standard_fonts/', window.location.href).href,
    useWasm: false,
  });
  return { document: task.promise, close: () => void task.destroy() };
}

/** The most a page may take when drawn, in pixels: a page zoomed far in stays drawable. */
const mostPixels = 24_000_000;

interface Drawing {
  scale: number;
  /** Degrees, clockwise, beside the page's own. */
  rotation: number;
  /** Pixels of the screen to a pixel of the page. */
  density: number;
}

/**
 * Draws a page on a canvas, sharp on this screen. It is drawn aside and put in place when it is whole, so that nothing
 * flashes while the window changes its size; until then what stands there takes the new size. Returns what stops the drawing.
 */
export function drawPage(page: PdfPage, canvas: HTMLCanvasElement, { scale, rotation, density }: Drawing) {
  const turned = (page.rotate + rotation) % 360;
  const size = page.getViewport({ scale, rotation: turned });
  const sharpness = Math.min(density, Math.sqrt(mostPixels / (size.width * size.height)));
  const viewport = page.getViewport({ scale: scale * sharpness, rotation: turned });
  canvas.style.width = `${Math.floor(size.width)}px`;
  canvas.style.height = `${Math.floor(size.height)}px`;
  const aside = document.createElement('canvas');
  aside.width = Math.max(1, Math.floor(viewport.width));
  aside.height = Math.max(1, Math.floor(viewport.height));
  const task = page.render({ canvas: aside, viewport });
  const done = task.promise.then(() => {
    canvas.width = aside.width;
    canvas.height = aside.height;
    canvas.getContext('2d')?.drawImage(aside, 0, 0);
  });
  return { done, stop: () => task.cancel() };
}
