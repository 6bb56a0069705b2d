import { pdfLimits } from './limits.ts';
import type { Drawing, DrawnPage, PageSize, PageText, PdfProblem, PdfReply, PdfRequest } from './messages.ts';

/** Why a request to a {@link PdfReader} failed. */
export class PdfProblemError extends Error {
  readonly problem: PdfProblem;
  constructor(problem: PdfProblem) {
    super(problem);
    this.problem = problem;
  }
}

interface Pending {
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
  readonly #pending = new Map<number, Pending>();
  #worker: Worker | undefined;
  #opened: Promise<number> | undefined;
  #password: string | undefined;
  #isWaiting = false;
  #isClosed = false;
  #lastId = 0;

  /** @param askPassword called when the file is locked; `givePassword` answers */
  constructor(address: string, askPassword: (wasWrong: boolean) => void) {
    this.#address = address;
    this.#askPassword = askPassword;
  }

  /** The number of pages. @throws PdfProblemError */
  async open(): Promise<number> {
    this.#opened ??= this.#open();
    return this.#opened;
  }

  async pageSize(page: number): Promise<PageSize> {
    await this.open();
    const reply = await this.#request((id) => ({ kind: 'page', id, page }));
    return reply.kind === 'page' ? reply.size : unexpected();
  }

  async draw(page: number, drawing: Drawing): Promise<DrawnPage> {
    await this.open();
    const reply = await this.#request((id) => ({ kind: 'draw', id, page, drawing }));
    return reply.kind === 'drawn' ? reply.drawn : unexpected();
  }

  async text(page: number): Promise<PageText> {
    await this.open();
    const reply = await this.#request((id) => ({ kind: 'text', id, page }));
    return reply.kind === 'text' ? reply.text : unexpected();
  }

  givePassword(password: string): void {
    this.#password = password;
    this.#post({ kind: 'password', password });
    this.#watchAll();
  }

  close(): void {
    this.#isClosed = true;
    this.#end('failed');
  }

  async #open(): Promise<number> {
    if (this.#isClosed) {
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

  #request(request: (id: number) => PdfRequest): Promise<PdfReply> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      const pending: Pending = { resolve, reject, timer: undefined };
      this.#pending.set(id, pending);
      this.#watch(pending);
      this.#post(request(id));
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

  /** A password given before opens the file again in a new worker. */
  #unlock(wasWrong: boolean): void {
    if (!wasWrong && this.#password !== undefined) {
      this.givePassword(this.#password);
      return;
    }
    this.#password = undefined;
    // A person may take their time.
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
      pending.timer = window.setTimeout(() => this.#end('time'), pdfLimits.timeMs);
    }
  }

  #end(problem: PdfProblem): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#opened = undefined;
    this.#isWaiting = false;
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { timer, reject } of pending) {
      clearTimeout(timer);
      reject(new PdfProblemError(problem));
    }
  }
}

function unexpected(): never {
  throw new PdfProblemError('failed');
}
