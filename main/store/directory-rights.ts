import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Failure } from '../common/failure.ts';

const writableByGroup = 0o020;
const writableByOthers = 0o002;
const sticky = 0o1000;

/**
 * Checks whether other users could change the content of a directory, by owner and mode bits. Returns notices for
 * doubtful rights. Access control lists are not read; on Windows nothing is checked.
 * @throws Failure data-directory-unsafe when every user may write to it or it belongs to another user
 */
export function checkDirectoryRights(directory: string): string[] {
  const ownId = process.getuid?.();
  if (ownId === undefined) {
    return [];
  }
  const { uid, mode } = statSync(directory);
  if (uid !== ownId && uid !== 0) {
    throw unsafe(directory, `belongs to another user (id ${uid})`);
  }
  if (mode & writableByOthers) {
    throw unsafe(directory, `can be written to by every user of this machine (mode ${octal(mode)})`);
  }
  const notices: string[] = [];
  if (mode & writableByGroup) {
    notices.push(
      `The data directory ${directory} can be written to by its group (mode ${octal(mode)}), so other users may be able to change the console’s settings. To close it: chmod g-w "${directory}".`,
    );
  }
  const open = ancestorsOf(directory).find((ancestor) => {
    const bits = statSync(ancestor).mode;
    return bits & writableByOthers && !(bits & sticky);
  });
  if (open !== undefined) {
    notices.push(
      `Every user of this machine can write to ${open}, and so replace the data directory below it. Keep the data elsewhere with --data-dir.`,
    );
  }
  return notices;
}

function ancestorsOf(directory: string): string[] {
  const ancestors: string[] = [];
  for (let at = resolve(directory); dirname(at) !== at; at = dirname(at)) {
    ancestors.push(dirname(at));
  }
  return ancestors;
}

function octal(mode: number): string {
  return (mode & 0o7777).toString(8);
}

function unsafe(directory: string, reason: string): Failure {
  return new Failure({
    code: 'data-directory-unsafe',
    message: `The data directory ${directory} ${reason}: someone else could change the addresses that secrets are sent to.`,
    hint: `Make it your own (chmod 700 "${directory}"), or choose another with --data-dir.`,
  });
}
