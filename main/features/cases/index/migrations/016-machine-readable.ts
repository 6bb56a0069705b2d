/**
 * Version 16. `mrz`: the record beside the machine-readable zones of its documents, as JSON of paths and results, with a keyed digest of the
 * values that were compared; null where none was read.
 */
export const casesVersion16 = { version: 16, sql: 'ALTER TABLE conversation ADD COLUMN mrz TEXT;' };
