import { expect, test } from 'vitest';
import { storeFaultOf } from '../../../main/store/sqlite-errors.ts';

const sqliteError = (errcode: number) => Object.assign(new Error('disk I/O error'), { errcode });

// Codes of sqlite.org/rescode.html.
test.each([
  ['SQLITE_FULL', 13, 'full'],
  ['SQLITE_IOERR_WRITE', 778, 'full'],
  ['SQLITE_IOERR_FSYNC', 1034, 'full'],
  ['SQLITE_IOERR_TRUNCATE', 1546, 'full'],
  ['SQLITE_IOERR_SHMSIZE', 4874, 'full'],
  ['SQLITE_IOERR', 10, 'unreachable'],
  ['SQLITE_IOERR_READ', 266, 'unreachable'],
  ['SQLITE_IOERR_SHORT_READ', 522, 'unreachable'],
  ['SQLITE_IOERR_LOCK', 3850, 'unreachable'],
  ['SQLITE_IOERR_SHMMAP', 5386, 'unreachable'],
  ['SQLITE_BUSY_SNAPSHOT', 517, 'busy'],
  ['SQLITE_CORRUPT_INDEX', 779, 'damaged'],
])('%s (%i) means %s', (_, code, fault) => {
  expect(storeFaultOf(sqliteError(code))).toBe(fault);
});
