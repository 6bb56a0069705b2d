import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { buffer } from 'node:stream/consumers';
import type { Dispatch } from '../../../../main/bridge/dispatch.ts';
import type { Host } from '../../../../main/bridge/host.ts';
import { compose } from '../../../../main/compose.ts';
import { casesPath } from '../../../../main/features/cases/index/case-file.ts';
import type { PolicySource } from '../../../../main/features/policy/policy-file.ts';
import { Downloads } from '../../../../main/hosts/browser/downloads.ts';
import { browserHost } from '../../../../main/hosts/browser/host.ts';
import type { ComposeOptions } from '../../../../main/hosts/core.ts';
import type { Keychain } from '../../../../main/keychain/keychain.ts';
import { copiesOf, makeCopy } from '../../../../main/store/file-copies.ts';
import type { SaveResult } from '../../../../preload/contract/application.ts';
import type { PushEvent } from '../../../../preload/contract/events.ts';
import { type BridgeClient, createBridgeClient } from '../../../../renderer/bridge/bridge-client.ts';
import { bridgeOf } from '../../../support/bridge.ts';

export const sandbox = { environmentId: 'sandbox' };
export const dayStarts = { today: 0, yesterday: 0, week: 0 };
export const newestFirst = { by: 'opened', descending: true } as const;

/** A complete console with its own data directory and keychain. */
export interface CaseConsole {
  bridge: BridgeClient;
  dispatch: Dispatch;
  host: Pick<Host, 'saveFile'>;
  dataDir: string;
  events: PushEvent[];
  logged: string[];
  samples: { id: string; title: string }[];
  /** The bytes of a file that was offered as a download. */
  downloaded(saved: SaveResult): Promise<Buffer>;
  close(): Promise<void>;
}

export function newDataDir(): { dataDir: string; remove(): void } {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-cases-'));
  return { dataDir, remove: () => rmSync(dataDir, { recursive: true, force: true }) };
}

/** @param policySource the policy of the company; none without it */
export async function startConsole(
  dataDir: string,
  keychain: Keychain,
  policySource?: PolicySource,
  given: Pick<ComposeOptions, 'now' | 'teamSnapshotAfter'> = {},
): Promise<CaseConsole> {
  const downloads = new Downloads(() => 0);
  const host = browserHost(downloads, {});
  const logged: string[] = [];
  const composed = await compose({
    dataDir,
    host,
    keychain,
    log: (text: string) => logged.push(text),
    // Nobody waits for a database that is away on purpose, or for the key of a passphrase.
    teamRetryMs: [50, 200],
    recoveryCost: 10,
    ...given,
    ...(policySource === undefined ? {} : { policySource }),
  });
  const bridge = createBridgeClient(bridgeOf(composed.dispatch, composed.eventBus));
  const events: PushEvent[] = [];
  composed.eventBus.subscribe((event) => events.push(event));
  const { samples } = await bridge.invoke('conversations.samples', sandbox);
  return {
    bridge,
    dispatch: composed.dispatch,
    host,
    dataDir,
    events,
    logged,
    samples,
    close: () => composed.close(),
    async downloaded(saved) {
      const download = saved.kind === 'download' ? downloads.take(saved.address) : undefined;
      if (download === undefined) {
        throw new Error('Nothing was offered as a download.');
      }
      return buffer((await download.file.open(new AbortController().signal)).body);
    },
  };
}

/** An unlocked key store in memory that outlives the consoles of a test. */
export class OpenKeychain implements Keychain {
  readonly secrets = new Map<string, string>();
  status: Awaited<ReturnType<Keychain['state']>> = { state: 'available', message: 'Open.' };

  async get(account: string) {
    return this.secrets.get(account);
  }

  async set(account: string, secret: string) {
    this.secrets.set(account, secret);
  }

  async delete(account: string) {
    return this.secrets.delete(account);
  }

  async state() {
    return this.status;
  }

  askAgain() {}

  cancel() {}
}

/** Copies the list of a data directory, as the console does once a day. */
export function copyList(dataDir: string): { name: string } {
  const database = new DatabaseSync(casesPath(dataDir));
  try {
    makeCopy(database, casesPath(dataDir), new Date());
  } finally {
    database.close();
  }
  return { name: copiesOf(casesPath(dataDir))[0]?.name ?? '' };
}
