import type { PDFDocumentProxy } from 'pdfjs-dist';
import { expect, test } from 'vitest';
import { PdfSession } from '../../../renderer/features/media/pdf/pdf-session.ts';

const report = new URL('../../../main/sandbox/assets/specimens/polish/report.pdf', import.meta.url).href;

test('a text that is not read to its end, since its page is drawn again, is not said to be incomplete', async () => {
  const { promise, resolve: opened, reject } = Promise.withResolvers<PDFDocumentProxy>();
  const session = new PdfSession(report, { opened, onLocked: reject, failed: reject, onChange: () => 0 });
  try {
    const page = await (await promise).getPage(1);
    const reader = page.streamTextContent().getReader();
    const reading = reader.read();
    // A stream asks its source in a microtask.
    await Promise.resolve();
    void reader.cancel(new Error('Drawn again.'));
    await reading;
    expect((await page.getTextContent()).items.length).toBeGreaterThan(10);
    expect([...session.cutTexts]).toEqual([]);
  } finally {
    session.close();
  }
});
