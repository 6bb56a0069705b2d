/** Primary result codes of SQLite (sqlite.org/rescode.html). */
const codes = {
  busy: 5,
  locked: 6,
  readOnly: 8,
  inOut: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  notADatabase: 26,
};

/** Extended codes of an I/O error on a full disk: write, sync, truncate, also of the shared-memory file. */
const writing = new Set([3, 4, 5, 6, 19].map((detail) => codes.inOut | (detail << 8)));

export type StoreFault = 'busy' | 'full' | 'not-allowed' | 'damaged' | 'unreachable' | 'other';

/** Returns the meaning of an error of node:sqlite or of the file system for the caller. */
export function storeFaultOf(error: unknown): StoreFault {
  if (!(error instanceof Error)) {
    return 'other';
  }
  const { errcode, code } = error as { errcode?: number; code?: string };
  if (code === 'ENOSPC' || code === 'EFBIG' || code === 'EDQUOT') {
    return 'full';
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return 'not-allowed';
  }
  if (errcode === undefined) {
    return 'other';
  }
  // The low byte is the primary code; the rest adds detail.
  switch (errcode & 0xff) {
    case codes.busy:
    case codes.locked:
      return 'busy';
    case codes.full:
      return 'full';
    case codes.inOut:
      return writing.has(errcode) ? 'full' : 'unreachable';
    case codes.readOnly:
    case codes.cannotOpen:
      return 'not-allowed';
    case codes.corrupt:
    case codes.notADatabase:
      return 'damaged';
    default:
      return 'other';
  }
}

export function isBusy(error: unknown): boolean {
  return storeFaultOf(error) === 'busy';
}
