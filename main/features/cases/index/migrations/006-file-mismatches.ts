/** Files that are not what they claim to be, as JSON of codes and types; null where they were not checked. */
export const casesVersion6 = {
  version: 6,
  sql: 'ALTER TABLE conversation ADD COLUMN file_mismatches TEXT;',
};
