import { pdfLimits } from './limits.ts';
import { Budget, refuse, report, workerScope } from './worker-budget.ts';

// pdf.js decodes into arrays whose size the file decides, and has no setting for how large they may get. This file is
// loaded before the parser and puts a limit into the constructors the parser uses, and on what it sends to the window.

const budget = new Budget<ArrayBufferView | ArrayBuffer>(
  pdfLimits.arrayBytes,
  pdfLimits.arraysBytes,
  ({ byteLength }) => byteLength,
);

/** Returns the same constructor, but `new Array(length)` beyond the budget throws a RangeError, as it does when memory is short. */
function withLimit<T extends object>(
  original: new (...args: never[]) => T,
  bytesEach: number,
): typeof original {
  const proxy: typeof original = new Proxy(original, {
    construct(target, args, newTarget) {
      const [length] = args;
      const bytes = typeof length === 'number' ? length * bytesEach : 0;
      const madeBy = newTarget === proxy ? target : newTarget;
      return budget.take(bytes, () => Reflect.construct(target, args, madeBy) as T & ArrayBufferView);
    },
  });
  return proxy;
}

Object.assign(globalThis, {
  ArrayBuffer: withLimit(ArrayBuffer, 1),
  Uint8Array: withLimit(Uint8Array, 1),
  Uint8ClampedArray: withLimit(Uint8ClampedArray, 1),
  Int8Array: withLimit(Int8Array, 1),
  Uint16Array: withLimit(Uint16Array, 2),
  Int16Array: withLimit(Int16Array, 2),
  Uint32Array: withLimit(Uint32Array, 4),
  Int32Array: withLimit(Int32Array, 4),
  Float32Array: withLimit(Float32Array, 4),
  Float64Array: withLimit(Float64Array, 8),
});

/** The bytes that are decompressed in one step, which cannot be interrupted and may give a thousand times as many. */
const stepBytes = 4096;

type Bytes = Uint8Array<ArrayBuffer>;

const NativeDecompression = globalThis.DecompressionStream;
/** Takes its input in small steps, and no further one once its output passes the limit. */
globalThis.DecompressionStream = class {
  readonly readable: ReadableStream<Bytes>;
  readonly writable: WritableStream<BufferSource>;

  constructor(format: CompressionFormat) {
    const native = new NativeDecompression(format);
    const writer = native.writable.getWriter();
    this.writable = new WritableStream<BufferSource>({
      async write(chunk) {
        const bytes = chunk as Bytes;
        for (let at = 0; at < bytes.byteLength; at += stepBytes) {
          await writer.ready;
          await writer.write(bytes.subarray(at, at + stepBytes));
        }
      },
      close: () => writer.close(),
      abort: (reason) => writer.abort(reason),
    });
    let output = 0;
    const count = new TransformStream<Bytes, Bytes>({
      transform(chunk, controller) {
        output += chunk.byteLength;
        if (output > pdfLimits.arrayBytes) {
          refuse();
        }
        controller.enqueue(chunk);
      },
    });
    this.readable = native.readable.pipeThrough(count);
  }
};

// Each dictionary of a file is a Map.
let maps = 0;
const boundedMap: MapConstructor = new Proxy(Map, {
  construct(target, args, newTarget) {
    maps += 1;
    if (maps > pdfLimits.dictionaries) {
      refuse();
    }
    return Reflect.construct(target, args, newTarget === boundedMap ? target : newTarget);
  },
});
globalThis.Map = boundedMap;

// The decoders in WebAssembly grow their memory in here.
const grow = WebAssembly.Memory.prototype.grow;
WebAssembly.Memory.prototype.grow = function (pages: number): number {
  if (this.buffer.byteLength + pages * 65_536 > 2 * pdfLimits.arrayBytes) {
    refuse();
  }
  return grow.call(this, pages);
};

let page = 0;
let operators = 0;
let missingImages = 0;

/** A message of pdf.js between the parser and the window: a request, a part of a page's drawing operations, or an image of it. */
interface ParserMessage {
  action?: unknown;
  data?: unknown;
  chunk?: { argsArray?: unknown[] };
}

workerScope.addEventListener('message', ({ data }: MessageEvent<ParserMessage>) => {
  if (data.action === 'GetOperatorList') {
    page = (data.data as { pageIndex: number }).pageIndex + 1;
    [maps, operators, missingImages] = [0, 0, 0];
  }
});

const reportMissingImage = () => {
  missingImages += 1;
  report({ assay: 'missing-images', page, count: missingImages });
};

const post = workerScope.postMessage.bind(workerScope);
// The operations that the window would have to read are counted here: one operation can draw millions of letters.
workerScope.postMessage = (message: ParserMessage, transfer) => {
  for (const args of message.chunk?.argsArray ?? []) {
    const [first] = Array.isArray(args) ? args : [];
    operators += 1 + (Array.isArray(first) ? first.length : 0);
  }
  if (operators > pdfLimits.operators) {
    report({ assay: 'limit', problem: 'operators' });
    return;
  }
  const isObject = message.action === 'obj' || message.action === 'commonobj';
  if (
    isObject &&
    Array.isArray(message.data) &&
    message.data.includes('Image') &&
    message.data.at(-1) === null
  ) {
    reportMissingImage();
  }
  post(message, transfer);
};

// pdf.js leaves an image out with a warning alone.
const ignorable =
  /^Warning: (Unable to decode inline image|Image exceeded maximum|getOperatorList - ignoring XObject)/;
console.warn = (message: unknown) => {
  if (typeof message === 'string' && ignorable.test(message)) {
    reportMissingImage();
  }
};
