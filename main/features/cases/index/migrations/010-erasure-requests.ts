/** Version 10: requests for erasure of people; everything about a request is sealed. */
export const casesVersion10 = {
  version: 10,
  sql: `
CREATE TABLE erasure_request (
  request_id TEXT PRIMARY KEY,
  environment_id TEXT NOT NULL,
  content BLOB NOT NULL
) STRICT;
`,
};
