/** The bytes that are decompressed in one step, which cannot be interrupted and may give a thousand times as many. */
const stepBytes = 4096;

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Returns the browser's DecompressionStream with a limit on its output: it takes its input in small steps, and no further one once
 * the limit is passed.
 *
 * @param passed called when the limit is passed
 */
export function boundedDecompression(max: number, passed: () => void): typeof DecompressionStream {
  const Native = globalThis.DecompressionStream;
  return class {
    readonly readable: ReadableStream<Bytes>;
    readonly writable: WritableStream<BufferSource>;

    constructor(format: CompressionFormat) {
      const native = new Native(format);
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
          if (output > max) {
            passed();
            throw new RangeError('The stream decompresses to too much.');
          }
          controller.enqueue(chunk);
        },
      });
      this.readable = native.readable.pipeThrough(count);
    }
  };
}
