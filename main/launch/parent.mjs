/** How often to look, in milliseconds. */
const intervalMs = 500;

/**
 * Calls back once when the program that started this one is gone. npm puts a shell between itself and a script; a shell
 * that is asked to stop does not pass it on, and the script would run on unseen.
 *
 * @param {() => void} orphaned
 */
export function whenParentEnds(orphaned) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    orphaned();
  }, intervalMs);
  timer.unref();
}
