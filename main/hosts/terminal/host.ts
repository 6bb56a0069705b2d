import type { Host } from '../../bridge/host.ts';
import { Failure } from '../../common/failure.ts';
import { forkKeytar } from '../../keychain/keytar-child.ts';
import type { KeytarChild } from '../../keychain/keytar-process.ts';
import { proxyFromEnvironment } from '../browser/system-proxy.ts';
import { writeWhole } from '../write-whole.ts';

/** Returns the host of a command: without a window, and with files saved into a folder, never over another file. */
export function terminalHost(
  out: string | undefined,
  environment: Record<string, string | undefined>,
  startKeytar: () => KeytarChild = forkKeytar,
): Host {
  return {
    name: 'command line',
    capabilities: {
      folderDialog: false,
      clipboard: false,
      contentProtection: false,
      unlock: false,
    },
    notices: [],
    versions: { node: process.versions.node },
    async saveFile({ fileName, open }, options) {
      if (out === undefined) {
        throw new Failure({ code: 'not-supported-here', message: 'This command saves no file.' });
      }
      const mark = async () => undefined;
      const source = await open(options.signal);
      const saved = await writeWhole(out, fileName, source, options, { placement: 'beside', mark });
      return { kind: 'saved', ...saved };
    },
    mediaAddress: (token) => token,
    mediaToken: (address) => address,
    startKeytar,
    systemProxy: async (url) => proxyFromEnvironment(url, environment),
  };
}
