/** Names in `meta`, by environment. */
export const retentionNameOf = {
  /** The days after which the data of its cases is deleted. */
  cases: (environmentId: string) => `retention/${environmentId}`,
  /** The days after which the decisions are deleted as well. */
  decisions: (environmentId: string) => `retention/decisions/${environmentId}`,
  /** The result of the last sweeps, which is shown for some days. */
  swept: (environmentId: string) => `retention/swept/${environmentId}`,
  /** The rule by which data at the service becomes due for deletion. */
  dueRule: (environmentId: string) => `retention/due/${environmentId}`,
};

export function retentionNames(environmentId: string): string[] {
  return Object.values(retentionNameOf).map((name) => name(environmentId));
}
