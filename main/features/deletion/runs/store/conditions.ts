type Value = string | number;

/** Returns the SQL condition for those members of a filter that are given, each with its values, and the values in their order. */
export function whereOf(members: readonly (readonly [string, ...(Value | undefined)[]])[]): {
  where: string;
  values: Value[];
} {
  const given = members.filter((one): one is [string, ...Value[]] => !one.includes(undefined));
  return {
    where: given.length === 0 ? '' : `WHERE ${given.map(([condition]) => condition).join(' AND ')}`,
    values: given.flatMap(([, ...values]) => values),
  };
}
