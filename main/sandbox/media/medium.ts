type MediumType = 'DOCUMENT' | 'FACE' | 'REPORT';

/** The bytes of a file: how many, and any stretch of them (`end` is exclusive). */
export interface Content {
  length: number;
  slice(start: number, end: number): AsyncIterable<Uint8Array> | Uint8Array;
}

/** One media file (interface 2.3). Its bytes are generated or read on request. */
export interface Medium {
  id: string;
  type: MediumType;
  /** ID_CARD, DRIVER_LICENSE, PASSPORT, RESIDENCE_PERMIT, UTILITY_BILL; blank for a face. */
  subtype: string;
  /** FRONT, BACK; blank for a face. */
  variant: string;
  contentType: string;
  fileName: string;
  open(): Promise<Content>;
}

/** Content whose bytes are all in memory. */
export function wholeContent(bytes: Uint8Array): Content {
  return { length: bytes.byteLength, slice: (start, end) => bytes.subarray(start, end) };
}
