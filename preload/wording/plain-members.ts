/** Returns whether a path of a conversation is of a status, code or kind, none of which identifies a person. All else is personal data. */
export function isPlainMember(path: string): boolean {
  return (
    path === 'status' ||
    /^info\[\d+\]\.(country|method)$/.test(path) ||
    /^result\.[A-Za-z]+\.(status|errors(\[\d+\])?|checks|details|found(\[\d+\])?|reliability)$/.test(path) ||
    /^result\.[A-Za-z]+\.checks\[\d+\]\.(name|result)$/.test(path) ||
    /^result\.aml\.subscription\.(active|lastChanged)$/.test(path)
  );
}
