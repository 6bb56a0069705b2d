/** Version 15. `ticks`: the codes of the items of the checklist that were ticked, as JSON, in the order in which they were. */
export const casesVersion15 = {
  version: 15,
  sql: `
ALTER TABLE conversation ADD COLUMN ticks TEXT NOT NULL DEFAULT '[]';
`,
};
