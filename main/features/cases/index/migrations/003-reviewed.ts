/** Version 3: when a case was reviewed in a queue. */
export const casesVersion3 = {
  version: 3,
  sql: 'ALTER TABLE conversation ADD COLUMN reviewed_at INTEGER;',
};
