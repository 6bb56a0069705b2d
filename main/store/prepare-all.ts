import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** Prepares each statement, under its own name. */
export function prepareAll<Name extends string>(
  database: DatabaseSync,
  statements: Record<Name, string>,
): Record<Name, StatementSync> {
  const entries = Object.entries<string>(statements);
  const byName = Object.fromEntries(entries.map(([name, sql]) => [name, database.prepare(sql)]));
  return byName as Record<Name, StatementSync>;
}
