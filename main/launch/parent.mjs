import { readFileSync } from 'node:fs';

/** The polling interval, in milliseconds. */
const intervalMs = 500;

/**
 * Calls back once when the npm that started this program has ended. npm starts scripts through a shell, which does not
 * pass a stop signal on and does not notice when npm is killed; the script would keep running.
 *
 * @param {() => void} orphaned
 */
export function whenParentEnds(orphaned) {
  if (process.env.npm_lifecycle_event === undefined) {
    return;
  }
  const started = ancestors();
  const timer = setInterval(() => {
    if (ancestors() === started) {
      return;
    }
    clearInterval(timer);
    orphaned();
  }, intervalMs);
  timer.unref();
}

/** Returns the parent process and, where that is a shell, its parent (Linux only). */
function ancestors() {
  const { ppid } = process;
  try {
    // proc(5): pid (name) state ppid …; the name may contain parentheses and spaces.
    const stat = readFileSync(`/proc/${ppid}/stat`, 'latin1');
    const end = stat.lastIndexOf(')');
    const name = stat.slice(stat.indexOf('(') + 1, end);
    const above = stat.slice(end + 2).split(' ', 2)[1];
    return /^(ba|da|a|k|z)?sh$/.test(name) ? `${ppid} ${above}` : String(ppid);
  } catch {
    return String(ppid);
  }
}
