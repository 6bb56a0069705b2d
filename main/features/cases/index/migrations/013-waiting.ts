/**
 * Version 13. `waits`: when the case waited for the user, as JSON: the beginning and the end of each time, without the end while it
 * lasts. `waiting_reason` is a code. `follow_up_on`: an ISO date; its reason is sealed.
 */
export const casesVersion13 = {
  version: 13,
  sql: `
ALTER TABLE conversation ADD COLUMN waits TEXT NOT NULL DEFAULT '[]';
ALTER TABLE conversation ADD COLUMN waiting_reason TEXT;
ALTER TABLE conversation ADD COLUMN follow_up_on TEXT;
ALTER TABLE conversation ADD COLUMN follow_up_at INTEGER;
ALTER TABLE conversation ADD COLUMN follow_up_reason BLOB;
`,
};
