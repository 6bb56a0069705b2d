import { readFileSync } from 'node:fs';

/** How often to look, in milliseconds. */
const intervalMs = 500;

/**
 * Calls back once when the npm that started this program is gone. npm puts a shell between itself and a script; a shell
 * that is asked to stop does not pass it on, one whose npm was killed does not even notice, and the script would run on unseen.
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

/** The process above this one and, where that is a shell and the system tells (Linux), the one above it. */
function ancestors() {
  const { ppid } = process;
  try {
    // proc(5): pid (name) state ppid …; the name may hold parentheses and spaces itself.
    const stat = readFileSync(`/proc/${ppid}/stat`, 'latin1');
    const end = stat.lastIndexOf(')');
    const name = stat.slice(stat.indexOf('(') + 1, end);
    const above = stat.slice(end + 2).split(' ', 2)[1];
    return /^(ba|da|a|k|z)?sh$/.test(name) ? `${ppid} ${above}` : String(ppid);
  } catch {
    return String(ppid);
  }
}
