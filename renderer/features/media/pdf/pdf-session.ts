import {
  AnnotationMode,
  GlobalWorkerOptions,
  getDocument,
  PasswordResponses,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
  type PDFPageProxy,
  PDFWorker,
  RenderingCancelledException,
  type RenderTask,
  VerbosityLevel,
} from 'pdfjs-dist';
import { pdfLimits } from './limits.ts';
import { openPdfFile, PdfFileError } from './pdf-file.ts';
import type { PdfProblem, WorkerNews } from './worker-budget.ts';

/** The interval in which running steps are looked at, in milliseconds. */
const tickMs = 250;

export interface PdfHooks {
  /** Called with the open document, and once more each time that a limit ended its workers. */
  opened(document: PDFDocumentProxy): void;
  /** Called when the file needs a password; `givePassword` answers. */
  onLocked(wasWrong: boolean): void;
  /** Called when nothing of the file can be shown. */
  failed(problem: PdfProblem): void;
  /** Called when one of the session's notes on pages has changed. */
  onChange(): void;
}

/** One request to the workers: drawing a page, reading its text, or (without a page) opening the document. */
interface Step {
  page?: number;
  isText?: boolean;
  spentMs: number;
}

/**
 * One PDF of pdf.js with its parser and its renderer in two workers. A step that takes too long or passes a limit ends both;
 * its page is noted, and the document is opened anew. `close` ends them at once.
 */
export class PdfSession {
  /** Pages that could not be drawn. */
  readonly problems = new Map<number, PdfProblem>();
  /** By page, the images that could not be drawn. */
  readonly missingImages = new Map<number, number>();
  /** Pages whose text was not read, or only its beginning. */
  readonly cutTexts = new Set<number>();
  /** The number of pages in the file, more than the document has where it has too many. */
  pages = 0;
  readonly #unreadable = new Set<number>();
  readonly #address: string;
  readonly #hooks: PdfHooks;
  readonly #steps = new Set<Step>();
  #end: (problem?: PdfProblem) => void = () => undefined;
  #givePassword: ((password: string) => void) | undefined;
  #password: string | undefined;
  #characters = 0;

  constructor(address: string, hooks: PdfHooks) {
    this.#address = new URL(address, window.location.href).href;
    this.#hooks = hooks;
    void this.#start();
  }

  givePassword(password: string): void {
    this.#password = password;
    this.#givePassword?.(password);
  }

  /** Forgets the problem of a page, so that it can be drawn again. */
  forget(page: number): void {
    this.problems.delete(page);
    this.#hooks.onChange();
  }

  close(): void {
    this.#end();
  }

  async #start(): Promise<void> {
    const parser = new Worker(new URL('./pdf-parser.ts', import.meta.url), { type: 'module' });
    const renderer = new Worker(new URL('./pdf-renderer.ts', import.meta.url), { type: 'module' });
    let task: PDFDocumentLoadingTask | undefined;
    let waits = 0;
    const ending = new AbortController();
    const clock = setInterval(() => this.#tick(waits > 0), tickMs);
    const end = (problem?: PdfProblem) => {
      if (ending.signal.aborted) {
        return;
      }
      ending.abort();
      clearInterval(clock);
      parser.terminate();
      renderer.terminate();
      void task?.destroy().catch(() => undefined);
      const steps = [...this.#steps];
      this.#steps.clear();
      if (problem !== undefined) {
        this.#recover(problem, steps);
      }
    };
    this.#end = end;
    for (const worker of [parser, renderer]) {
      worker.addEventListener('error', (event) => {
        event.preventDefault();
        end('failed');
      });
      worker.addEventListener('message', ({ data }: MessageEvent<WorkerNews>) => {
        if (data.assay === 'limit') {
          end(data.problem);
        } else if (data.assay === 'missing-images') {
          this.missingImages.set(data.page, data.count);
          this.#hooks.onChange();
        }
      });
    }
    // An error of the renderer would make pdf.js draw in the window.
    renderer.addEventListener('message', ({ data }: MessageEvent<{ callback?: number }>) => {
      if (data.callback === 2) {
        end('failed');
      }
    });
    const isRendererReady = new Promise((resolve) =>
      renderer.addEventListener('message', resolve, { once: true }),
    );
    const opening = this.#begin({});
    try {
      const source = await openPdfFile(this.#address, {
        signal: ending.signal,
        waiting: (isWaiting) => {
          waits += isWaiting ? 1 : -1;
        },
        failed: ({ problem }) => end(problem),
      });
      await isRendererReady;
      if (ending.signal.aborted) {
        return;
      }
      GlobalWorkerOptions.rendererPorts = [renderer];
      task = getDocument({ ...source, ...assets(), ...settings, worker: newParser(parser) });
      task.onPassword = (give: (password: string) => void, reason: number) => {
        this.#askPassword(opening, give, reason === PasswordResponses.INCORRECT_PASSWORD);
      };
      const document = await task.promise;
      this.#steps.delete(opening);
      this.#hooks.opened(this.#withLimits(document));
    } catch (error) {
      end(problemOf(error));
    }
  }

  #begin(step: Omit<Step, 'spentMs'>): Step {
    const running = { ...step, spentMs: 0 };
    this.#steps.add(running);
    return running;
  }

  #tick(isWaiting: boolean): void {
    // Nothing is drawn in a hidden window.
    if (isWaiting || document.hidden) {
      return;
    }
    for (const step of this.#steps) {
      step.spentMs += tickMs;
      if (step.spentMs > pdfLimits.timeMs) {
        this.#end('time');
        return;
      }
    }
  }

  /** Notes which page was the cause: the one being drawn for the longest time, since reading a text takes little. */
  #recover(problem: PdfProblem, steps: readonly Step[]): void {
    const cause = steps.find(({ isText }) => isText !== true) ?? steps[0];
    if (cause?.page === undefined || problem === 'unreachable') {
      this.#hooks.failed(problem);
      return;
    }
    if (cause.isText) {
      this.#unreadable.add(cause.page);
      this.cutTexts.add(cause.page);
    } else {
      this.problems.set(cause.page, problem);
    }
    this.#hooks.onChange();
    void this.#start();
  }

  /** Opens the file with the password given before, or asks for one; the user may take any time. */
  #askPassword(opening: Step, give: (password: string) => void, wasWrong: boolean): void {
    if (!wasWrong && this.#password !== undefined) {
      give(this.#password);
      return;
    }
    this.#steps.delete(opening);
    this.#givePassword = (password) => {
      opening.spentMs = 0;
      this.#steps.add(opening);
      give(password);
    };
    this.#hooks.onLocked(wasWrong);
  }

  /** Returns the document with limits on the number of its pages, their drawing and their texts. */
  #withLimits(opened: PDFDocumentProxy): PDFDocumentProxy {
    const getPage = opened.getPage.bind(opened);
    const pages = new Map<number, Promise<PDFPageProxy>>();
    opened.getPage = (number: number) => {
      const reading = pages.get(number) ?? this.#boundedPage(number, getPage(number));
      pages.set(number, reading);
      reading.catch(() => pages.delete(number));
      return reading;
    };
    this.pages = opened.numPages;
    Object.defineProperty(opened, 'numPages', { value: Math.min(this.pages, pdfLimits.pages) });
    return opened;
  }

  async #boundedPage(number: number, reading: Promise<PDFPageProxy>): Promise<PDFPageProxy> {
    // Nothing is shown without the first page.
    const step = this.#begin(number > 1 ? { page: number } : {});
    const page = await reading
      .catch((error: unknown) => {
        if (this.#steps.has(step)) {
          this.#reportPage(number, problemOf(error));
        }
        throw error;
      })
      .finally(() => this.#steps.delete(step));
    const render = page.render.bind(page);
    const streamText = page.streamTextContent.bind(page);
    page.render = (parameters) => {
      if (this.problems.has(number)) {
        return { promise: Promise.resolve(), cancel: () => undefined } as unknown as RenderTask;
      }
      return this.#boundedTask(number, render({ ...parameters, annotationMode: AnnotationMode.ENABLE }));
    };
    page.streamTextContent = (parameters) => this.#boundedText(number, streamText(parameters));
    page.getStructTree = async () => null as never;
    return page;
  }

  #reportPage(page: number, problem: PdfProblem): void {
    if (page > 1) {
      this.problems.set(page, problem);
      this.#hooks.onChange();
    } else {
      this.#end();
      this.#hooks.failed(problem);
    }
  }

  #boundedTask(page: number, task: RenderTask): RenderTask {
    const step = this.#begin({ page });
    const promise = task.promise
      .catch((error: unknown) => {
        if (error instanceof RenderingCancelledException) {
          throw error;
        }
        this.problems.set(page, problemOf(error));
        this.#hooks.onChange();
      })
      .finally(() => this.#steps.delete(step));
    Object.defineProperty(task, 'promise', { value: promise });
    // A drawing that the viewer pauses would reach the limit of time.
    Object.defineProperty(task, 'onContinue', { get: () => null, set: () => undefined });
    return task;
  }

  /** Reads no further than the limits: a page of a few kilobytes can hold megabytes of text. */
  #boundedText(page: number, stream: ReadableStream): ReadableStream {
    const reader = stream.getReader();
    let characters = 0;
    let runs = 0;
    let isCancelled = false;
    const stop = (controller: ReadableStreamDefaultController) => {
      this.cutTexts.add(page);
      this.#hooks.onChange();
      controller.close();
      void reader.cancel(new Error('Enough was read.')).catch(() => undefined);
    };
    return new ReadableStream({
      pull: async (controller) => {
        if (this.#unreadable.has(page) || this.#characters > pdfLimits.searchedCharacters) {
          stop(controller);
          return;
        }
        const step = this.#begin({ page, isText: true });
        try {
          const { done, value } = await reader.read();
          if (isCancelled) {
            return;
          }
          if (done) {
            controller.close();
            return;
          }
          const items = value.items.slice(0, pdfLimits.textRuns - runs);
          const before = characters;
          for (const item of items) {
            if (typeof item.str === 'string') {
              item.str = item.str.slice(0, pdfLimits.textCharacters - characters);
              characters += item.str.length;
            }
          }
          runs += items.length;
          this.#characters += characters - before;
          controller.enqueue({ ...value, items });
          if (characters >= pdfLimits.textCharacters || runs >= pdfLimits.textRuns) {
            stop(controller);
          }
        } catch {
          stop(controller);
        } finally {
          this.#steps.delete(step);
        }
      },
      cancel: (reason) => {
        isCancelled = true;
        return reader.cancel(reason);
      },
    });
  }
}

const settings = {
  // Warnings for developers have parts of the file in them.
  verbosity: VerbosityLevel.ERRORS,
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
};

/** Returns the folders of files that pdf.js loads at run time. */
function assets() {
  const base = (folder: string) => new URL(`./pdfjs/${folder}/`, window.location.href).href;
  return {
    cMapUrl: base('cmaps'),
    iccUrl: base('iccs'),
    standardFontDataUrl: base('standard_fonts'),
    wasmUrl: base('wasm'),
  };
}

/** The parser's warnings name the images it leaves out. */
function newParser(port: Worker): PDFWorker {
  return PDFWorker.create({ port, verbosity: VerbosityLevel.WARNINGS });
}

function problemOf(error: unknown): PdfProblem {
  if (error instanceof PdfFileError) {
    return error.problem;
  }
  const name = error instanceof Error ? error.name : '';
  return name === 'InvalidPDFException' || name === 'FormatError' || name === 'UnknownErrorException'
    ? 'damaged'
    : 'failed';
}
