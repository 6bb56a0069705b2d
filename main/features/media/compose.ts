import { join } from 'node:path';
import type { Core } from '../../hosts/core.ts';
import type { Services } from '../../service/port.ts';
import type { CaseStore } from '../cases/case-store.ts';
import type { RawResponseCache } from '../conversations/raw-response-cache.ts';
import { Addresses } from './addresses.ts';
import { mediaHandlers } from './handlers.ts';
import { MrzReader } from './mrz/mrz-reader.ts';
import { createServeMedia } from './serve.ts';
import { SpoolDirectory } from './spool/spool-directory.ts';

/** Builds the files of conversations, and their addresses for the window. Addresses end when another environment is selected. */
export function composeMedia(
  { dataDir, host, opened, selection, system }: Core,
  { services, cases, rawResponses }: { services: Services; cases: CaseStore; rawResponses: RawResponseCache },
) {
  const spools = new SpoolDirectory(join(dataDir, 'spool'));
  const addresses = new Addresses(() => system.elapsed());
  opened.defer(() => addresses.close());
  const mrz = new MrzReader();
  opened.defer(() => mrz.close());
  selection.onSwitch(() => addresses.close());
  return {
    spools,
    serveMedia: createServeMedia(services, addresses, spools),
    handlers: mediaHandlers({
      services,
      addresses,
      keepRaw: (raw, owner) => rawResponses.keep(raw, owner),
      host,
      onContentChecked: (of, checked) =>
        cases.openedConversations.recordLater(() => cases.write('recordFiles', { ...of, files: checked })),
      mrz,
      compareWithZone: (...args) => cases.openedConversations.compareWithZone(...args),
      now: () => system.now(),
    }),
  };
}
