import { ArrayBudget } from './array-budget.ts';
import { boundedDecompression } from './bounded-decompression.ts';
import { pdfLimits } from './limits.ts';
import type { ParserCommand, ParserNews } from './messages.ts';
import { workerScope } from './worker-scope.ts';

// pdf.js decodes into arrays whose size the file decides, and has no setting for how large they may get. This file is
// loaded before the parser and puts a limit into the constructors the parser uses.

const tell = (news: ParserNews) => workerScope.postMessage(news);
globalThis.DecompressionStream = boundedDecompression(pdfLimits.arrayBytes, () => tell({ assay: 'memory' }));
const budget = new ArrayBudget(pdfLimits.arrayBytes, pdfLimits.arraysBytes, () => tell({ assay: 'memory' }));

/** Returns the same constructor, but `new Array(length)` beyond the budget throws a RangeError, as it does when memory is short. */
function bounded<T extends object>(
  original: new (...args: never[]) => T,
  bytesEach: number,
): typeof original {
  const proxy: typeof original = new Proxy(original, {
    construct(target, args, newTarget) {
      const [length] = args;
      const bytes = typeof length === 'number' ? length * bytesEach : 0;
      const constructed = newTarget === proxy ? target : newTarget;
      return budget.take(bytes, () => Reflect.construct(target, args, constructed) as T & ArrayBufferView);
    },
  });
  return proxy;
}

Object.assign(globalThis, {
  ArrayBuffer: bounded(ArrayBuffer, 1),
  Uint8Array: bounded(Uint8Array, 1),
  Uint8ClampedArray: bounded(Uint8ClampedArray, 1),
  Int8Array: bounded(Int8Array, 1),
  Uint16Array: bounded(Uint16Array, 2),
  Int16Array: bounded(Int16Array, 2),
  Uint32Array: bounded(Uint32Array, 4),
  Int32Array: bounded(Int32Array, 4),
  Float32Array: bounded(Float32Array, 4),
  Float64Array: bounded(Float64Array, 8),
});

// Each dictionary of a file is a Map. They are counted from one page to the next.
let maps = 0;
workerScope.addEventListener('message', ({ data }: MessageEvent<Partial<ParserCommand>>) => {
  if (data.assay === 'page') {
    maps = 0;
  }
});
const boundedMap: MapConstructor = new Proxy(Map, {
  construct(target, args, newTarget) {
    maps += 1;
    if (maps > pdfLimits.dictionaries) {
      tell({ assay: 'memory' });
      throw new RangeError('The page has too many dictionaries.');
    }
    return Reflect.construct(target, args, newTarget === boundedMap ? target : newTarget);
  },
});
globalThis.Map = boundedMap;

// The decoders in WebAssembly grow their memory in here.
const grow = WebAssembly.Memory.prototype.grow;
WebAssembly.Memory.prototype.grow = function (pages: number): number {
  if (this.buffer.byteLength + pages * 65_536 > 2 * pdfLimits.arrayBytes) {
    tell({ assay: 'memory' });
    throw new RangeError('The decoder needs too much memory.');
  }
  return grow.call(this, pages);
};

// pdf.js leaves an image out with a warning alone.
const omitted =
  /^Warning: (Unable to decode inline image|Image exceeded maximum|getOperatorList - ignoring XObject)/;
console.warn = (message: unknown) => {
  if (typeof message === 'string' && omitted.test(message)) {
    tell({ assay: 'missing-image' });
  }
};
