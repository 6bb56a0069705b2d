import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/**
 * Marks a saved file as downloaded from the internet, as browsers do, so that the system warns before it is opened:
 * Zone.Identifier on Windows (zone 3, the internet), quarantine on macOS. Linux has no such mark.
 * @throws when the file system does not support the mark (FAT); the file itself is complete
 */
export async function markAsDownloaded(
  path: string,
  platform: NodeJS.Platform,
  now: Date,
  run: (program: string, args: string[]) => Promise<unknown> = execute,
): Promise<void> {
  if (platform === 'win32') {
    await writeFile(`${path}:Zone.Identifier`, '[ZoneTransfer]\r\nZoneId=3\r\n');
  } else if (platform === 'darwin') {
    // Flags, time in seconds as hexadecimal, the program, and an id that may be empty.
    const seconds = Math.floor(now.getTime() / 1000).toString(16);
    await run('/usr/bin/xattr', ['-w', 'com.apple.quarantine', `0081;${seconds};Assay;`, path]);
  }
}
