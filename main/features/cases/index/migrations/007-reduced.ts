/** When retention deleted everything of a case but its decision, in milliseconds since the epoch. */
export const casesVersion7 = {
  version: 7,
  sql: 'ALTER TABLE conversation ADD COLUMN reduced_at INTEGER;',
};
