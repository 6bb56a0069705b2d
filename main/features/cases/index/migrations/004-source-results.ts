/** Version 4: the codes that the databases returned (interface 4.8), as JSON; null where they were not read. */
export const casesVersion4 = {
  version: 4,
  sql: 'ALTER TABLE conversation ADD COLUMN source_results TEXT;',
};
