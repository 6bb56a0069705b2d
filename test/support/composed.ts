import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Dispatch } from '../../main/bridge/dispatch.ts';
import { compose } from '../../main/compose.ts';
import type { PolicySource } from '../../main/features/policy/policy-file.ts';
import { Downloads } from '../../main/hosts/browser/downloads.ts';
import { browserHost } from '../../main/hosts/browser/host.ts';
import type { Keychain, KeychainStatus } from '../../main/keychain/keychain.ts';
import { keychainFailure } from '../../main/keychain/keychain-status.ts';
import type { SaveResult } from '../../preload/contract/application.ts';
import type { EnvironmentKind } from '../../preload/contract/environments.ts';
import { type BridgeClient, createBridgeClient } from '../../renderer/bridge/bridge-client.ts';
import { bridgeOf } from './bridge.ts';

/** All of main with one window's bridge and its own data directory. */
export interface Composed {
  bridge: BridgeClient;
  dispatch: Dispatch;
  dataDir: string;
  /** Another window of the same console. */
  anotherWindow(): BridgeClient;
  /** Adds an environment with an API key for this session and returns its id. It is not selected. */
  add(name: string, baseUrl: string, kind?: EnvironmentKind): Promise<string>;
  /** The bytes of a file that was offered as a download. */
  downloaded(saved: SaveResult): Promise<Buffer>;
  close(): Promise<void>;
}

const absent: KeychainStatus = { state: 'absent', message: 'There is none.' };

async function refuse(): Promise<never> {
  throw keychainFailure(absent);
}

/** A computer without a keychain. The system's would take a process for each console, and on a desktop it is the developer's own. */
const noKeychain: Keychain = {
  get: refuse,
  set: refuse,
  delete: refuse,
  state: async () => absent,
  askAgain: () => undefined,
  cancel: () => undefined,
};

/** With `dataDir` uses a directory that is kept; otherwise a temporary one. Without a source there is no policy. */
export async function startComposed(
  given: { dataDir?: string; policySource?: PolicySource } = {},
): Promise<Composed> {
  const dataDir = given.dataDir ?? mkdtempSync(join(tmpdir(), 'assay-composed-'));
  const downloads = new Downloads(() => 0);
  const host = browserHost(downloads, {});
  const { dispatch, eventBus, close } = await compose({
    dataDir,
    host,
    keychain: noKeychain,
    log: () => undefined,
    policySource: given.policySource ?? { path: join(dataDir, 'no-policy.json') },
  });
  const bridge = createBridgeClient(bridgeOf(dispatch, eventBus));
  await bridge.invoke('keychain.sessionOnly', { sessionOnly: true });
  return {
    bridge,
    dispatch,
    dataDir,
    anotherWindow: () => createBridgeClient(bridgeOf(dispatch, eventBus)),
    async add(name, baseUrl, kind = 'test') {
      const { id } = await bridge.invoke('environments.save', {
        settings: { name, kind, baseUrl, proxy: { mode: 'none' } },
      });
      await bridge.invoke('credentials.save', {
        kind: 'api-key',
        environmentId: id,
        login: 'login',
        password: 'secret',
      });
      return id;
    },
    async downloaded(saved) {
      const download = saved.kind === 'download' ? downloads.take(saved.address) : undefined;
      if (download === undefined) {
        throw new Error('Nothing was offered as a download.');
      }
      return buffer((await download.file.open(new AbortController().signal)).body);
    },
    async close() {
      await close();
      if (given.dataDir === undefined) {
        rmSync(dataDir, { recursive: true, force: true });
      }
    },
  };
}
