import {
  getDocument,
  PasswordResponses,
  type PDFDocumentProxy,
  PDFWorker,
  RenderingCancelledException,
  type RenderTask,
} from 'pdfjs-dist';
import { BoundedCanvasFactory, NoFilters } from './canvas-budget.ts';
import { pdfLimits } from './limits.ts';
import type { Drawing, PageText, PdfAssets, PdfProblem, PdfReply, PdfRequest } from './messages.ts';
import { ParserWatch } from './parser-watch.ts';
import { openPdfFile, PdfFileError } from './pdf-file.ts';
import { workerScope } from './worker-scope.ts';

// The display layer of pdf.js, in a worker of its own with the parser in a second one below it: the window gets bitmaps and
// a bounded text, and can end both whatever they are doing.

const reply = (message: PdfReply, transfer?: Transferable[]) => workerScope.postMessage(message, transfer);
const parser = new Worker(new URL('./pdf-parser.ts', import.meta.url), { type: 'module' });
const watch = new ParserWatch(parser, (problem) => reply({ kind: 'limit', problem }));
let document: Promise<PDFDocumentProxy> | undefined;
let givePassword: ((password: string) => void) | undefined;
let drawing: RenderTask | undefined;
let lastPage = 0;
let waits = 0;

// pdf.js writes warnings for developers, with parts of the file in them.
console.warn = () => undefined;
parser.addEventListener('error', () => reply({ kind: 'limit', problem: 'failed' }));
workerScope.addEventListener('message', ({ data }: MessageEvent<PdfRequest>) => {
  if (data.kind === 'password') {
    givePassword?.(data.password);
    return;
  }
  answer(data).catch((error: unknown) => {
    reply({ kind: 'problem', id: data.id, problem: problemOf(error) });
  });
});

async function answer(request: Exclude<PdfRequest, { kind: 'password' }>): Promise<void> {
  const { id } = request;
  if (request.kind === 'open') {
    document = open(request.address, request.assets);
    reply({ kind: 'opened', id, pages: (await document).numPages });
    return;
  }
  if (!document) {
    throw new Error('No document is open.');
  }
  const page = await (await document).getPage(request.page);
  if (request.kind === 'page') {
    const { width, height } = page.getViewport({ scale: 1 });
    reply({ kind: 'page', id, size: { width, height } });
  } else if (request.kind === 'draw') {
    drawing?.cancel();
    await forgetOtherPage(await document, request.page);
    const bitmap = await draw(page, request.drawing);
    reply({ kind: 'drawn', id, drawn: { bitmap, missingImages: watch.missingImages } }, [bitmap]);
  } else {
    reply({ kind: 'text', id, text: await readText(page) });
  }
}

async function open(address: string, assets: PdfAssets): Promise<PDFDocumentProxy> {
  const source = await openPdfFile(address, {
    waiting(isWaiting) {
      waits += isWaiting ? 1 : -1;
      if (waits === (isWaiting ? 1 : 0)) {
        reply({ kind: 'waiting', isWaiting });
      }
    },
    failed: ({ problem }) => reply({ kind: 'limit', problem }),
  });
  const task = getDocument({
    ...source,
    ...assets,
    worker: PDFWorker.create({ port: parser }),
    CanvasFactory: BoundedCanvasFactory,
    FilterFactory: NoFilters,
    useWorkerFetch: true,
    disableAutoFetch: true,
    disableStream: true,
    enableXfa: false,
    stopAtErrors: false,
    // Fonts are drawn as paths: no font from outside reaches the system's font code.
    disableFontFace: true,
    useSystemFonts: false,
    maxImageSize: pdfLimits.imagePixels,
    canvasMaxAreaInBytes: 4 * pdfLimits.imagePixels,
    // The browser's own decoder takes its sizes from the image itself and obeys no limit of ours.
    isImageDecoderSupported: false,
  });
  task.onPassword = (give: (password: string) => void, reason: number) => {
    givePassword = give;
    reply({ kind: 'password', wasWrong: reason === PasswordResponses.INCORRECT_PASSWORD });
  };
  return task.promise;
}

/** What a page was drawn from is kept for zooming it, and for that page alone. */
async function forgetOtherPage(opened: PDFDocumentProxy, page: number): Promise<void> {
  if (page === lastPage) {
    return;
  }
  const before = lastPage;
  lastPage = page;
  if (before > 0) {
    (await opened.getPage(before)).cleanup();
  }
  watch.beginPage();
}

type Page = Awaited<ReturnType<PDFDocumentProxy['getPage']>>;

async function draw(page: Page, { scale, rotation, density }: Drawing): Promise<ImageBitmap> {
  const turned = (page.rotate + rotation) % 360;
  const size = page.getViewport({ scale, rotation: turned });
  const sharpness = Math.min(
    density,
    Math.sqrt(pdfLimits.pagePixels / (size.width * size.height)),
    pdfLimits.pageSide / size.width,
    pdfLimits.pageSide / size.height,
  );
  const viewport = page.getViewport({ scale: scale * sharpness, rotation: turned });
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.floor(viewport.width)),
    Math.max(1, Math.floor(viewport.height)),
  );
  const task = page.render({ canvas: canvas as unknown as HTMLCanvasElement, viewport });
  drawing = task;
  await task.promise;
  return canvas.transferToImageBitmap();
}

/** Reads no further than the limit: a page of a few kilobytes can hold megabytes of text. */
async function readText(page: Page): Promise<PageText> {
  const reader = page.streamTextContent().getReader();
  let text = '';
  let isCut = false;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) {
      break;
    }
    for (const item of value.items as { str?: string; hasEOL?: boolean }[]) {
      text += `${item.str ?? ''}${item.hasEOL ? '\n' : ' '}`.slice(0, pdfLimits.textCharacters);
    }
    if (text.length > pdfLimits.textCharacters) {
      isCut = true;
      void reader.cancel(new Error('Enough was read.'));
      break;
    }
  }
  return { text: text.slice(0, pdfLimits.textCharacters), isCut };
}

function problemOf(error: unknown): PdfProblem {
  if (error instanceof PdfFileError) {
    return error.problem;
  }
  if (error instanceof RenderingCancelledException) {
    return 'superseded';
  }
  if (error instanceof RangeError) {
    return 'memory';
  }
  const name = error instanceof Error ? error.name : '';
  return name === 'InvalidPDFException' || name === 'FormatError' || name === 'UnknownErrorException'
    ? 'damaged'
    : 'failed';
}
