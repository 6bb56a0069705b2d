import type { Size } from '../view.ts';
import { pdfLimits } from './limits.ts';
import { drawingOrder, PdfReader } from './pdf-reader.ts';

/** Returns a picture of a document's first page, as large as fits. Rejects if it is locked, damaged or takes long. */
export async function firstPageOf(address: string, within: Size, signal: AbortSignal): Promise<ImageBitmap> {
  const reader: PdfReader = new PdfReader(address, {
    askPassword: () => reader.close(),
    timeMs: pdfLimits.thumbnailMs,
  });
  const close = () => reader.close();
  signal.addEventListener('abort', close, { once: true });
  try {
    signal.throwIfAborted();
    const { width, height } = await reader.pageSize(1);
    const scale = Math.min(within.width / width, within.height / height);
    const drawing = { scale, rotation: 0, devicePixelRatio: 1 };
    const { bitmap } = await reader.draw(1, drawing, { order: drawingOrder.thumbnail, signal });
    return bitmap;
  } finally {
    signal.removeEventListener('abort', close);
    reader.close();
  }
}
