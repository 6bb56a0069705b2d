import { join } from 'node:path';
import { casesVersion1 } from './migrations/001-cases.ts';
import { casesVersion2 } from './migrations/002-reading-queue.ts';
import { casesVersion3 } from './migrations/003-reviewed.ts';
import { casesVersion4 } from './migrations/004-source-results.ts';
import { casesVersion5 } from './migrations/005-callbacks.ts';
import { casesVersion6 } from './migrations/006-file-mismatches.ts';
import { casesVersion7 } from './migrations/007-reduced.ts';
import { casesVersion8 } from './migrations/008-since-decided.ts';
import { casesVersion9 } from './migrations/009-due.ts';
import { casesVersion10 } from './migrations/010-erasure-requests.ts';
import { casesVersion11 } from './migrations/011-people.ts';
import { casesVersion12 } from './migrations/012-settlements.ts';
import { casesVersion13 } from './migrations/013-waiting.ts';
import { casesVersion14 } from './migrations/014-calls.ts';
import { casesVersion15 } from './migrations/015-checklist.ts';
import { casesVersion16 } from './migrations/016-machine-readable.ts';

export const caseMigrations = [
  casesVersion1,
  casesVersion2,
  casesVersion3,
  casesVersion4,
  casesVersion5,
  casesVersion6,
  casesVersion7,
  casesVersion8,
  casesVersion9,
  casesVersion10,
  casesVersion11,
  casesVersion12,
  casesVersion13,
  casesVersion14,
  casesVersion15,
  casesVersion16,
];

export function casesPath(directory: string): string {
  return join(directory, 'cases.sqlite');
}
