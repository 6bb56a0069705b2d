import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Addresses } from '../../../../main/features/media/addresses.ts';
import { createServeMedia } from '../../../../main/features/media/serve.ts';
import { SpoolDirectory } from '../../../../main/features/media/spool/spool-directory.ts';
import { TransferStatus } from '../../../../main/features/media/transfer-status.ts';
import { servicesOf } from '../../../support/service.ts';

// Receives a video of a service that sends no parts, until the part at 90 % is there. Arguments: the service's address, the size in bytes.
// Sends the growth of this process's resident memory, in bytes: the highest of what was read every 10 ms, less that before the file was opened.

const [baseUrl = '', size = ''] = process.argv.slice(2);
const resident = () =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024;

const directory = mkdtempSync(join(tmpdir(), 'assay-spool-memory-'));
const services = servicesOf(baseUrl);
const addresses = new Addresses(() => 0);
const serve = createServeMedia(services, addresses, new SpoolDirectory(join(directory, 'spool')));
const before = resident();
let highest = before;
const watch = setInterval(() => {
  highest = Math.max(highest, resident());
}, 10);
const response = await services.client('test').openMedia('c', 'm', {});
const { token } = addresses.give(
  {
    environmentId: 'test',
    conversationId: 'c',
    mediaId: 'm',
    claimedType: 'video/mp4',
    foundType: 'video/mp4',
    transfer: new TransferStatus(),
  },
  response,
);
const at = Math.floor(Number(size) * 0.9);
const range = `bytes=${at}-${at + 1024 * 1024 - 1}`;
const part = await serve(token, { range, signal: new AbortController().signal });
let received = 0;
for await (const chunk of part.body as AsyncIterable<Buffer>) {
  received += chunk.length;
}
clearInterval(watch);
addresses.close();
await services.close();
rmSync(directory, { recursive: true, force: true });
process.send?.({ status: part.status, received, growth: highest - before });
