/** Name in `meta` of the days after which the data of an environment's cases is deleted. */
export function retentionName(environmentId: string): string {
  return `retention/${environmentId}`;
}

/** Name in `meta` of the days after which the decisions are deleted as well. */
export function decisionsName(environmentId: string): string {
  return `retention/decisions/${environmentId}`;
}

/** Name in `meta` of the result of the last sweeps, which is shown for some days. */
export function sweptName(environmentId: string): string {
  return `retention/swept/${environmentId}`;
}

/** Name in `meta` of the rule by which data at the service becomes due for deletion. */
export function dueRuleName(environmentId: string): string {
  return `retention/due/${environmentId}`;
}

export function retentionNames(environmentId: string): string[] {
  return [retentionName, decisionsName, sweptName, dueRuleName].map((name) => name(environmentId));
}
