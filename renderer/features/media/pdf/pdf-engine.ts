import {
  getDocument,
  PasswordResponses,
  type PDFDocumentProxy,
  PDFWorker,
  RenderingCancelledException,
  type RenderTask,
  Util,
} from 'pdfjs-dist';
import { BoundedCanvasFactory, NoFilters } from './canvas-budget.ts';
import { pdfLimits } from './limits.ts';
import type { Drawing, PageText, PdfAssets, PdfProblem, PdfReply, PdfRequest, TextRun } from './messages.ts';
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
let drawing: { id: number; task?: RenderTask } | undefined;
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
  if (data.kind === 'cancel') {
    cancel(data.id);
    return;
  }
  answer(data).catch((error: unknown) => {
    reply({ kind: 'problem', id: data.id, problem: problemOf(error) });
  });
});

async function answer(request: Exclude<PdfRequest, { kind: 'password' | 'cancel' }>): Promise<void> {
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
    const current: typeof drawing = { id };
    drawing = current;
    await forgetOtherPage(await document, request.page);
    const bitmap = await draw(page, request.drawing, current);
    reply({ kind: 'drawn', id, drawn: { bitmap, missingImages: watch.missingImages } }, [bitmap]);
  } else {
    reply({ kind: 'text', id, text: await readText(page) });
  }
}

function cancel(id: number): void {
  if (drawing?.id === id) {
    const { task } = drawing;
    drawing = undefined;
    task?.cancel();
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

/** Forgets the data of the page drawn before; only that of the present page is kept, for zooming. */
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
type TextContent = Awaited<ReturnType<Page['getTextContent']>>;

async function draw(
  page: Page,
  { scale, rotation, devicePixelRatio }: Drawing,
  current: { task?: RenderTask },
): Promise<ImageBitmap> {
  const turned = (page.rotate + rotation) % 360;
  const size = page.getViewport({ scale, rotation: turned });
  const sharpness = Math.min(
    devicePixelRatio,
    Math.sqrt(pdfLimits.pagePixels / (size.width * size.height)),
    pdfLimits.pageSide / size.width,
    pdfLimits.pageSide / size.height,
  );
  const viewport = page.getViewport({ scale: scale * sharpness, rotation: turned });
  if (drawing !== current) {
    throw new RenderingCancelledException('Cancelled', 0);
  }
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.floor(viewport.width)),
    Math.max(1, Math.floor(viewport.height)),
  );
  const task = page.render({ canvas: canvas as unknown as HTMLCanvasElement, viewport });
  current.task = task;
  await task.promise;
  return canvas.transferToImageBitmap();
}

/** Reads no further than the limits: a page of a few kilobytes can hold megabytes of text. */
async function readText(page: Page): Promise<PageText> {
  const { transform } = page.getViewport({ scale: 1 });
  const reader = page.streamTextContent().getReader();
  const runs: TextRun[] = [];
  let characters = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) {
      return { runs, isCut: false };
    }
    for (const item of value.items as TextItem[]) {
      const text = item.str.slice(0, pdfLimits.textCharacters - characters);
      characters += text.length;
      runs.push({ ...placed(item, Util.transform(transform, item.transform)), text });
      if (characters >= pdfLimits.textCharacters || runs.length >= pdfLimits.textRuns) {
        void reader.cancel(new Error('Enough was read.'));
        return { runs, isCut: true };
      }
    }
  }
}

type TextItem = TextContent['items'][number] & {
  str: string;
  transform: number[];
  width: number;
  hasEOL: boolean;
};

function placed({ width, hasEOL }: TextItem, matrix: readonly number[]): Omit<TextRun, 'text'> {
  const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = matrix;
  const numbers = [x, y, Math.hypot(c, d), width, Math.atan2(b, a)];
  const [left = 0, top = 0, size = 0, length = 0, angle = 0] = numbers.map((value) =>
    Number.isFinite(value) ? value : 0,
  );
  return { x: left, y: top, size, length, angle, endsLine: hasEOL };
}

function problemOf(error: unknown): PdfProblem {
  if (error instanceof PdfFileError) {
    return error.problem;
  }
  if (error instanceof RenderingCancelledException) {
    return 'cancelled';
  }
  if (error instanceof RangeError) {
    return 'memory';
  }
  const name = error instanceof Error ? error.name : '';
  return name === 'InvalidPDFException' || name === 'FormatError' || name === 'UnknownErrorException'
    ? 'damaged'
    : 'failed';
}
