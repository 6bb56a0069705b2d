/**
 * Version 8: findings and products when a case was decided, and what changed in them since, both as JSON; null without a decision or a change.
 * Earlier decisions count as made on what the case has now.
 */
export const casesVersion8 = {
  version: 8,
  sql: `
ALTER TABLE conversation ADD COLUMN decided_on TEXT;
ALTER TABLE conversation ADD COLUMN since_decided TEXT;
UPDATE conversation SET decided_on = json_object('findings', json(findings), 'products', json(products))
 WHERE decision IS NOT NULL;
`,
};
