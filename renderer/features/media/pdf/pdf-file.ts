import { PDFDataRangeTransport } from 'pdfjs-dist';
import { pdfLimits, rangeBytes } from './limits.ts';
import type { PdfProblem } from './messages.ts';

/** The error of a file that cannot be loaded. */
export class PdfFileError extends Error {
  readonly problem: PdfProblem;
  constructor(problem: PdfProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** The source of a file for pdf.js: its bytes, or an object that fetches the parts it requests. */
export type PdfSource = { data: Uint8Array } | { range: PDFDataRangeTransport };

interface Hooks {
  /** Called when waiting for the service begins or ends. */
  waiting(isWaiting: boolean): void;
  /** Called when a part could not be loaded: no more of the document can be read. */
  failed(error: PdfFileError): void;
}

/**
 * Opens the file at an address. Where the service sends parts, only those that pdf.js needs are fetched; otherwise the file
 * is read whole, up to a limit.
 *
 * @throws PdfFileError
 */
export async function openPdfFile(address: string, hooks: Hooks): Promise<PdfSource> {
  const ending = new AbortController();
  const response = await waitFor(hooks, () => fetch(address, { signal: ending.signal }));
  const length = Number(response.headers.get('content-length') ?? Number.NaN);
  if (!response.ok || response.body === null) {
    throw new PdfFileError('unreachable');
  }
  if (length > pdfLimits.arrayBytes) {
    ending.abort();
    throw new PdfFileError('too-large');
  }
  const sendsParts = response.headers.get('accept-ranges') === 'bytes' && length > 2 * rangeBytes;
  if (sendsParts && (await canSendParts(address, hooks))) {
    ending.abort();
    return { range: new PartsOfFile(address, length, hooks) };
  }
  if (length > pdfLimits.wholeFileBytes) {
    ending.abort();
    throw new PdfFileError('too-large');
  }
  return { data: await waitFor(hooks, () => readWhole(response.body as ReadableStream<Uint8Array>)) };
}

/** Some services name ranges in their headers and send the whole file all the same. */
async function canSendParts(address: string, hooks: Hooks): Promise<boolean> {
  const ending = new AbortController();
  try {
    const response = await waitFor(hooks, () =>
      fetch(address, { headers: { range: 'bytes=1-1' }, signal: ending.signal }),
    );
    return response.status === 206;
  } catch {
    return false;
  } finally {
    ending.abort();
  }
}

async function readWhole(body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) {
      break;
    }
    chunks.push(value);
    length += value.byteLength;
    if (length > pdfLimits.wholeFileBytes) {
      void reader.cancel();
      throw new PdfFileError('too-large');
    }
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}

/** Fetches the parts of a file that pdf.js requests, each once. */
class PartsOfFile extends PDFDataRangeTransport {
  readonly #address: string;
  readonly #hooks: Hooks;
  readonly #ending = new AbortController();

  constructor(address: string, length: number, hooks: Hooks) {
    super(length, null);
    this.#address = address;
    this.#hooks = hooks;
  }

  override requestDataRange(begin: number, end: number): void {
    this.#fetch(begin, end).then(
      (chunk) => this.onDataRange(begin, chunk),
      () => {
        if (!this.#ending.signal.aborted) {
          this.#hooks.failed(new PdfFileError('unreachable'));
        }
      },
    );
  }

  override abort(): void {
    this.#ending.abort();
  }

  /** @param end the first byte that is not wanted */
  async #fetch(begin: number, end: number): Promise<Uint8Array> {
    const bytes = await waitFor(this.#hooks, async () => {
      const response = await fetch(this.#address, {
        headers: { range: `bytes=${begin}-${end - 1}` },
        signal: this.#ending.signal,
      });
      if (response.status !== 206) {
        throw new PdfFileError('unreachable');
      }
      return response.arrayBuffer();
    });
    if (bytes.byteLength !== end - begin) {
      throw new PdfFileError('unreachable');
    }
    return new Uint8Array(bytes);
  }
}

async function waitFor<T>({ waiting }: Hooks, step: () => Promise<T>): Promise<T> {
  waiting(true);
  try {
    return await step();
  } catch (error) {
    throw error instanceof PdfFileError ? error : new PdfFileError('unreachable');
  } finally {
    waiting(false);
  }
}
