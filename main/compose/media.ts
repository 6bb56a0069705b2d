import { join } from 'node:path';
import type { CaseStore } from '../cases/case-store.ts';
import type { RawReplyCache } from '../conversations/raw-reply-cache.ts';
import { Addresses } from '../media/addresses.ts';
import { mediaHandlers } from '../media/handlers.ts';
import { createServeMedia } from '../media/serve.ts';
import { SpoolDirectory } from '../media/spool/spool-directory.ts';
import type { Services } from '../service/port.ts';
import type { Core } from './core.ts';

/** Builds the files of conversations, and their addresses for the window. Addresses end when another environment is selected. */
export function composeMedia(
  { dataDir, host, opened, selection, system }: Core,
  { services, cases, rawReplies }: { services: Services; cases: CaseStore; rawReplies: RawReplyCache },
) {
  const spools = new SpoolDirectory(join(dataDir, 'spool'));
  const addresses = new Addresses(() => system.elapsed());
  opened.defer(() => addresses.close());
  selection.onSwitch(() => addresses.close());
  return {
    spools,
    serveMedia: createServeMedia(services, addresses, spools),
    handlers: mediaHandlers({
      services,
      addresses,
      keepRaw: (raw, owner) => rawReplies.keep(raw, owner),
      host,
      onContentChecked: (...checked) => cases.opened.recordFilesLater(...checked),
      now: () => system.now(),
    }),
  };
}
