import type { PDFPageProxy } from 'pdfjs-dist';
import type { Size } from '../view.ts';
import { PdfSession } from './pdf-session.ts';

/** Draws a page as large as fits, on a canvas of its own. Rejects where it cannot be drawn. */
export async function drawPage(page: PDFPageProxy, within: Size, rotation = 0): Promise<HTMLCanvasElement> {
  const angle = (page.rotate + rotation) % 360;
  const { width, height } = page.getViewport({ scale: 1, rotation: angle });
  const scale = Math.min(within.width / width, within.height / height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.floor(width * scale));
  canvas.height = Math.max(1, Math.floor(height * scale));
  await page.render({ canvas, viewport: page.getViewport({ scale, rotation: angle }) }).promise;
  return canvas;
}

/** Returns a picture of a document's first page, as large as fits. Rejects if it is locked, damaged or takes long. */
export async function firstPageOf(address: string, within: Size, signal: AbortSignal): Promise<ImageBitmap> {
  const { promise, resolve, reject } = Promise.withResolvers<ImageBitmap>();
  const cannot = () => reject(new Error('The first page cannot be drawn.'));
  const session: PdfSession = new PdfSession(address, {
    opened: (document) => {
      document
        .getPage(1)
        .then((page) => drawPage(page, within))
        .then(createImageBitmap)
        .then(resolve, cannot);
    },
    onLocked: cannot,
    failed: cannot,
    onChange: () => session.problems.has(1) && cannot(),
  });
  signal.addEventListener('abort', cannot, { once: true });
  try {
    signal.throwIfAborted();
    return await promise;
  } finally {
    signal.removeEventListener('abort', cannot);
    session.close();
  }
}
