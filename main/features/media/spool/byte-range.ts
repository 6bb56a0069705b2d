/** A part of a file; `end` is exclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Returns the single byte range of a `Range` header within a file (RFC 9110, 14.1.2).
 *
 * @returns undefined for none, or one that is not understood; `unsatisfiable` when no byte of it exists
 */
export function byteRangeOf(
  header: string | undefined,
  total: number,
): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (first === '' && last === '') {
    return undefined;
  }
  const start = first === '' ? Math.max(0, total - Number(last)) : Number(first);
  const end = first === '' || last === '' ? total : Math.min(total, Number(last) + 1);
  if (first !== '' && last !== '' && Number(first) > Number(last)) {
    return undefined;
  }
  return start < end ? { start, end } : 'unsatisfiable';
}
