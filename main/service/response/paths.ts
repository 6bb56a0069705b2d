/** Returns the path of a member, such as `result.verify`; names that are not identifiers are quoted. */
export function memberPath(path: string, name: string): string {
  const short = name.length > 80 ? `${name.slice(0, 80)}…` : name;
  if (!/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(short)) {
    return `${path}[${JSON.stringify(short)}]`;
  }
  return path === '' ? short : `${path}.${short}`;
}
