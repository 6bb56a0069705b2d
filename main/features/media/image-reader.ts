/** Width and height of an image in pixels. */
export interface ImageSize {
  width: number;
  height: number;
}

/**
 * Follows the bytes of an image file, without storing or decoding them: the size in its header, and whether the file is
 * complete.
 */
export interface ImageReader {
  feed(bytes: Uint8Array): void;
  /** Undefined until the header has passed. */
  size: ImageSize | undefined;
  isComplete: boolean;
}

/** Creates a reader for formats whose end can be recognised; undefined for others. */
export function createImageReader(type: string): ImageReader | undefined {
  if (type === 'image/png') {
    return new PngReader();
  }
  return type === 'image/jpeg' ? new JpegReader() : undefined;
}

/** Reads or skips a fixed number of bytes, across chunks. */
abstract class FieldReader implements ImageReader {
  size: ImageSize | undefined;
  isComplete = false;
  #skip = 0;
  #field = Buffer.alloc(0);
  #next = 0;

  feed(bytes: Uint8Array): void {
    let at = 0;
    while (at < bytes.length && !this.isComplete) {
      if (this.#skip > 0) {
        const step = Math.min(this.#skip, bytes.length - at);
        this.#skip -= step;
        at += step;
      } else if (this.#next > 0) {
        const step = Math.min(this.#next - this.#field.length, bytes.length - at);
        this.#field = Buffer.concat([this.#field, bytes.subarray(at, at + step)]);
        at += step;
        if (this.#field.length === this.#next) {
          const field = this.#field;
          this.#next = 0;
          this.#field = Buffer.alloc(0);
          this.take(field);
        }
      } else {
        at = this.scan(bytes, at);
      }
    }
  }

  /** Receives a requested field. */
  abstract take(field: Buffer): void;

  /** Searches for the next field from `at` and returns where to continue. */
  abstract scan(bytes: Uint8Array, at: number): number;

  skip(bytes: number): void {
    this.#skip = bytes;
  }

  want(bytes: number): void {
    this.#next = bytes;
  }
}

/** PNG (ISO/IEC 15948): a signature of 8 bytes, then chunks, each with its length, type, data and check sum. */
class PngReader extends FieldReader {
  #inHeader = false;
  /** Bytes of the header chunk after its size. */
  #rest = 0;

  constructor() {
    super();
    this.skip(8);
  }

  take(field: Buffer): void {
    if (this.#inHeader) {
      this.#inHeader = false;
      this.size = { width: field.readUInt32BE(0), height: field.readUInt32BE(4) };
      return;
    }
    const length = field.readUInt32BE(0);
    const type = field.toString('latin1', 4, 8);
    if (type === 'IEND') {
      this.isComplete = true;
    } else if (type === 'IHDR' && length >= 8) {
      this.#inHeader = true;
      this.want(8);
      this.#rest = length - 8 + 4;
    } else {
      this.skip(length + 4);
    }
  }

  scan(_bytes: Uint8Array, at: number): number {
    if (this.#rest > 0) {
      this.skip(this.#rest);
      this.#rest = 0;
    } else {
      this.want(8);
    }
    return at;
  }
}

/** JPEG (ITU-T T.81, annex B): segments with a marker and a length, and coded data between them up to the next marker. */
class JpegReader extends FieldReader {
  #expects: 'marker' | 'length' | 'frame' | 'data' = 'data';
  #marker = 0;
  #sawMark = false;
  /** Bytes of the frame segment after its size. */
  #rest = 0;

  take(field: Buffer): void {
    if (this.#expects === 'length') {
      const length = field.readUInt16BE(0) - 2;
      if (isFrame(this.#marker) && length >= 5) {
        this.#expects = 'frame';
        this.want(5);
        this.#rest = length - 5;
        return;
      }
      this.skip(Math.max(0, length));
    } else {
      this.size = { height: field.readUInt16BE(1), width: field.readUInt16BE(3) };
      this.skip(this.#rest);
    }
    this.#expects = 'data';
  }

  /** Scans coded data, in which every 0xFF that is not a marker is followed by 0; between segments the next byte is a marker. */
  scan(bytes: Uint8Array, at: number): number {
    if (!this.#sawMark) {
      const mark = bytes.indexOf(0xff, at);
      this.#sawMark = mark >= 0;
      return mark < 0 ? bytes.length : mark + 1;
    }
    const code = bytes[at] ?? 0;
    if (code === 0xff) {
      return at + 1;
    }
    this.#sawMark = false;
    if (code === 0xd9) {
      this.isComplete = true;
    } else if (code !== 0 && code !== 1 && !(code >= 0xd0 && code <= 0xd8)) {
      this.#marker = code;
      this.#expects = 'length';
      this.want(2);
    }
    return at + 1;
  }
}

/** Start of frame: 0xC0 to 0xCF, except three that have another meaning. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}
