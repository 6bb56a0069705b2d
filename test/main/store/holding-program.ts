/** Locks the data directory named on the command line, prints a line, and holds it until it is ended. */
import { openDataDirectory } from '../../../main/store/data-directory.ts';

openDataDirectory(process.argv[2] ?? '', { host: 'browser host', since: '2026-01-02T03:04:05.000Z' });
process.stdout.write('held\n');
setInterval(() => undefined, 1_000);
