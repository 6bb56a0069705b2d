import { PDFDataRangeTransport } from 'pdfjs-dist';
import { pdfLimits, rangeBytes } from './limits.ts';
import type { PdfProblem } from './worker-budget.ts';

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

interface Loading {
  /** Ends all requests. */
  signal: AbortSignal;
  /** Called when waiting for the service begins or ends. */
  waiting(isWaiting: boolean): void;
  /** Called when a part could not be loaded: no more of the document can be read. */
  failed(error: PdfFileError): void;
}

/**
 * Opens the file at an address. If the service sends parts, only those that pdf.js needs are fetched; otherwise the file
 * is read whole, up to a limit.
 *
 * @throws PdfFileError
 */
export async function openPdfFile(address: string, loading: Loading): Promise<PdfSource> {
  const ending = new AbortController();
  const signal = AbortSignal.any([ending.signal, loading.signal]);
  const response = await waitFor(loading, () => fetch(address, { signal }));
  const length = Number(response.headers.get('content-length') ?? Number.NaN);
  const sendsParts = response.headers.get('accept-ranges') === 'bytes' && length > 2 * rangeBytes;
  try {
    if (!response.ok || response.body === null) {
      throw new PdfFileError('unreachable');
    }
    if (length > pdfLimits.arrayBytes) {
      throw new PdfFileError('too-large');
    }
    if (sendsParts && (await canSendParts(address, loading))) {
      return { range: new PartsOfFile(address, length, loading) };
    }
    if (length > pdfLimits.wholeFileBytes) {
      throw new PdfFileError('too-large');
    }
    const { body } = response;
    return { data: await waitFor(loading, () => readWhole(body)) };
  } finally {
    ending.abort();
  }
}

/** Some services name ranges in their headers and send the whole file all the same. */
async function canSendParts(address: string, loading: Loading): Promise<boolean> {
  try {
    await fetchPart(address, 1, 2, loading);
    return true;
  } catch {
    return false;
  }
}

function readWhole(body: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Uint8Array> {
  let length = 0;
  const limit = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      length += chunk.byteLength;
      if (length > pdfLimits.wholeFileBytes) {
        throw new PdfFileError('too-large');
      }
      controller.enqueue(chunk);
    },
  });
  return new Response(body.pipeThrough(limit)).bytes();
}

/** Fetches the parts of a file that pdf.js requests, each once. */
class PartsOfFile extends PDFDataRangeTransport {
  readonly #address: string;
  readonly #loading: Loading;

  constructor(address: string, length: number, loading: Loading) {
    super(length, null);
    this.#address = address;
    this.#loading = loading;
  }

  override requestDataRange(begin: number, end: number): void {
    fetchPart(this.#address, begin, end, this.#loading).then(
      (chunk) => this.onDataRange(begin, chunk),
      (error: PdfFileError) => this.#loading.failed(error),
    );
  }
}

/**
 * @param end the first byte that is not wanted
 * @throws PdfFileError
 */
function fetchPart(address: string, begin: number, end: number, loading: Loading): Promise<Uint8Array> {
  return waitFor(loading, async () => {
    const ending = new AbortController();
    const response = await fetch(address, {
      headers: { range: `bytes=${begin}-${end - 1}` },
      signal: AbortSignal.any([ending.signal, loading.signal]),
    });
    if (response.status !== 206) {
      ending.abort();
      throw new PdfFileError('unreachable');
    }
    const bytes = await response.bytes();
    if (bytes.byteLength !== end - begin) {
      throw new PdfFileError('unreachable');
    }
    return bytes;
  });
}

async function waitFor<T>({ waiting }: Loading, step: () => Promise<T>): Promise<T> {
  waiting(true);
  try {
    return await step();
  } catch (error) {
    throw error instanceof PdfFileError ? error : new PdfFileError('unreachable');
  } finally {
    waiting(false);
  }
}
