import { DrawingQueue } from './drawing-queue.ts';
import { pdfLimits } from './limits.ts';
import type { Drawing, DrawnPage, PageSize, PageText, PdfProblem, PdfReply, PdfRequest } from './messages.ts';

/** The error of a failed request to a {@link PdfReader}. */
export class PdfProblemError extends Error {
  readonly problem: PdfProblem;
  constructor(problem: PdfProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** The order of drawings. */
export const drawingOrder = { inView: 0, nearby: 1, thumbnail: 2 } as const;

interface PdfReaderOptions {
  /** Called when the file is locked; `givePassword` answers. */
  askPassword(wasWrong: boolean): void;
  /** The longest a request may run without news, in milliseconds. */
  timeMs?: number;
}

interface Pending {
  kind: PdfRequest['kind'];
  resolve(reply: PdfReply): void;
  reject(error: PdfProblemError): void;
  timer: number | undefined;
}

/**
 * One PDF, read and drawn by workers of its own. A request that takes too long or passes a limit ends the workers; the next
 * one starts new ones. `close` ends them at once.
 */
export class PdfReader {
  readonly #address: string;
  readonly #askPassword: (wasWrong: boolean) => void;
  readonly #timeMs: number;
  readonly #drawings = new DrawingQueue();
  readonly #closing = new AbortController();
  readonly #pending = new Map<number, Pending>();
  #worker: Worker | undefined;
  #opened: Promise<number> | undefined;
  #password: string | undefined;
  #isWaiting = false;
  #lastId = 0;

  constructor(address: string, { askPassword, timeMs = pdfLimits.timeMs }: PdfReaderOptions) {
    this.#address = address;
    this.#askPassword = askPassword;
    this.#timeMs = timeMs;
  }

  /** Opens the document and returns the number of pages. @throws PdfProblemError */
  async open(): Promise<number> {
    this.#opened ??= this.#open();
    return this.#opened;
  }

  async pageSize(page: number): Promise<PageSize> {
    const reply = await this.#ask((id) => ({ kind: 'page', id, page }));
    return reply.kind === 'page' ? reply.size : unexpected();
  }

  /**
   * Draws pages one after the other.
   *
   * @param order one of {@link drawingOrder}
   * @throws PdfProblemError `cancelled` when the signal was aborted
   */
  async draw(
    page: number,
    drawing: Drawing,
    { order, signal }: { order: number; signal: AbortSignal },
  ): Promise<DrawnPage> {
    const wanted = AbortSignal.any([signal, this.#closing.signal]);
    const reply = await this.#drawings
      .run(order, wanted, () => this.#ask((id) => ({ kind: 'draw', id, page, drawing }), wanted))
      .catch((error: unknown) => {
        throw wanted.aborted ? new PdfProblemError('cancelled') : error;
      });
    return reply.kind === 'drawn' ? reply.drawn : unexpected();
  }

  async text(page: number): Promise<PageText> {
    const reply = await this.#ask((id) => ({ kind: 'text', id, page }));
    return reply.kind === 'text' ? reply.text : unexpected();
  }

  givePassword(password: string): void {
    this.#password = password;
    this.#post({ kind: 'password', password });
    this.#watchAll();
  }

  close(): void {
    this.#closing.abort();
    this.#end('failed');
  }

  async #open(): Promise<number> {
    if (this.#closing.signal.aborted) {
      throw new PdfProblemError('failed');
    }
    const worker = new Worker(new URL('./pdf-engine.ts', import.meta.url), { type: 'module' });
    this.#worker = worker;
    worker.addEventListener('message', ({ data }: MessageEvent<PdfReply>) => this.#hear(data));
    worker.addEventListener('error', () => this.#end('failed'));
    const base = (folder: string) => new URL(`./pdfjs/${folder}/`, window.location.href).href;
    const reply = await this.#request((id) => ({
      kind: 'open',
      id,
      address: new URL(this.#address, window.location.href).href,
      assets: {
        cMapUrl: base('cmaps'),
        iccUrl: base('iccs'),
        standardFontDataUrl: base('standard_fonts'),
        wasmUrl: base('wasm'),
      },
    }));
    return reply.kind === 'opened' ? reply.pages : unexpected();
  }

  /** Sends a request to the open document; once more where the workers were ended for another request. */
  async #ask(request: (id: number) => PdfRequest, signal?: AbortSignal): Promise<PdfReply> {
    try {
      await this.open();
      return await this.#request(request, signal);
    } catch (error) {
      if (!(error instanceof PdfProblemError) || error.problem !== 'interrupted') {
        throw error;
      }
      await this.open();
      return this.#request(request, signal);
    }
  }

  #request(request: (id: number) => PdfRequest, signal?: AbortSignal): Promise<PdfReply> {
    this.#lastId += 1;
    const id = this.#lastId;
    const posted = request(id);
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(new PdfProblemError('cancelled'));
        return;
      }
      const pending: Pending = { kind: posted.kind, resolve, reject, timer: undefined };
      this.#pending.set(id, pending);
      this.#watch(pending);
      this.#post(posted);
      signal?.addEventListener('abort', () => this.#pending.has(id) && this.#post({ kind: 'cancel', id }), {
        once: true,
      });
    });
  }

  #post(request: PdfRequest): void {
    this.#worker?.postMessage(request);
  }

  #hear(reply: PdfReply): void {
    if (reply.kind === 'waiting') {
      this.#isWaiting = reply.isWaiting;
      this.#watchAll();
    } else if (reply.kind === 'limit') {
      this.#end(reply.problem);
    } else if (reply.kind === 'password') {
      this.#unlock(reply.wasWrong);
    } else {
      const pending = this.#pending.get(reply.id);
      this.#pending.delete(reply.id);
      clearTimeout(pending?.timer);
      if (reply.kind === 'problem') {
        pending?.reject(new PdfProblemError(reply.problem));
      } else if (pending) {
        pending.resolve(reply);
      } else if (reply.kind === 'drawn') {
        reply.drawn.bitmap.close();
      }
    }
  }

  /** Opens the file with the password given before, in a new worker, or asks for one. */
  #unlock(wasWrong: boolean): void {
    if (!wasWrong && this.#password !== undefined) {
      this.givePassword(this.#password);
      return;
    }
    this.#password = undefined;
    // The user may take any time.
    for (const pending of this.#pending.values()) {
      clearTimeout(pending.timer);
    }
    this.#askPassword(wasWrong);
  }

  #watchAll(): void {
    for (const pending of this.#pending.values()) {
      this.#watch(pending);
    }
  }

  #watch(pending: Pending): void {
    clearTimeout(pending.timer);
    if (!this.#isWaiting) {
      pending.timer = window.setTimeout(() => this.#end('time'), this.#timeMs);
    }
  }

  #end(problem: PdfProblem): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#opened = undefined;
    this.#isWaiting = false;
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    // Only drawings take much time and memory; other requests of that time are repeated.
    const isDrawing = pending.some(({ kind }) => kind === 'draw') && !this.#closing.signal.aborted;
    for (const { kind, timer, reject } of pending) {
      clearTimeout(timer);
      reject(new PdfProblemError(isDrawing && kind !== 'draw' ? 'interrupted' : problem));
    }
  }
}

function unexpected(): never {
  throw new PdfProblemError('failed');
}
