import type { Host } from '../../bridge/host.ts';
import { forkKeytar } from '../../keychain/keytar-child.ts';
import type { Downloads } from './downloads.ts';
import { proxyFromEnvironment } from './system-proxy.ts';

const mediaPath = '/media/';

/** Returns the browser host. The page itself copies, opens links and saves downloads. */
export function browserHost(downloads: Downloads, environment: Record<string, string | undefined>): Host {
  return {
    name: 'browser host',
    capabilities: {
      folderDialog: false,
      clipboard: false,
      contentProtection: false,
      unlock: false,
    },
    notices: [
      {
        label: 'Browser host',
        text: 'The console runs in a browser window, for machines without Electron. This is not the packaged product.',
        dangerous: false,
      },
    ],
    versions: { node: process.versions.node },
    async saveFile(file) {
      return { kind: 'download', address: downloads.offer(file), fileName: file.fileName };
    },
    downloadOutcome: (address, options) => downloads.outcome(address, options),
    mediaAddress: (token) => `${mediaPath}${encodeURIComponent(token)}`,
    mediaToken: mediaTokenIn,
    startKeytar: forkKeytar,
    systemProxy: async (url) => proxyFromEnvironment(url, environment),
  };
}

/** Returns the token in an address's path such as `/media/<token>`, or undefined. */
export function mediaTokenIn(path: string): string | undefined {
  const encoded = path.startsWith(mediaPath) ? path.slice(mediaPath.length) : '';
  return /^[\w-]{1,200}$/.test(encoded) ? encoded : undefined;
}
