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

/** Draws a page on a canvas so that it is sharp on this screen. Returns what stops the drawing. */
export function drawPage(page: PdfPage, canvas: HTMLCanvasElement, scale: number, rotation: number) {
  const sharpness = Math.min(window.devicePixelRatio || 1, 2);
  const viewport = page.getViewport({ scale: scale * sharpness, rotation: (page.rotate + rotation) % 360 });
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  canvas.style.width = `${viewport.width / sharpness}px`;
  canvas.style.height = `${viewport.height / sharpness}px`;
  const task = page.render({ canvas, viewport });
  return { done: task.promise, stop: () => task.cancel() };
}
