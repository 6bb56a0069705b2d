import type { DatabaseSync } from 'node:sqlite';
import type { Sealer } from '../../../store/sealing.ts';
import type { Readings } from '../readings.ts';
import type { CaseSettingsStore } from '../settings.ts';
import type { CaseTable } from './case-table.ts';
import type { Labels } from './labels.ts';

/** The parts of the index that what reads and writes cases has in common. */
export interface IndexParts {
  database: DatabaseSync;
  sealer: Sealer;
  /** The key of the hashes by which sealed values are found. */
  lookupKey: Uint8Array;
  settings: CaseSettingsStore;
  table: CaseTable;
  readings: Readings;
  labels: Labels;
  /** Returns the id of this console in its team, and its role. */
  me(): readonly string[];
  /** Returns the key of findings for all consoles of a team. */
  teamKey(): Uint8Array | undefined;
  /** Milliseconds since the epoch. */
  now(): number;
}
