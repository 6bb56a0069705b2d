import {
  type EnvironmentRepository,
  openEnvironmentRepository,
} from '../../../../main/features/environments/environment-repository.ts';
import {
  createSecretReading,
  type SecretReading,
} from '../../../../main/features/environments/secret-reading.ts';
import {
  createSecretSaving,
  type SecretSaving,
} from '../../../../main/features/environments/secret-saving.ts';
import {
  createSessionSecrets,
  type SessionSecrets,
} from '../../../../main/features/environments/session-secrets.ts';
import type { Keychain } from '../../../../main/keychain/keychain.ts';
import { keychainFailure } from '../../../../main/keychain/keychain-status.ts';
import type { EnvironmentSettings } from '../../../../preload/contract/environments.ts';
import { newFile, settings } from './environment-harness.ts';

export const lockedStatus = {
  state: 'locked',
  message: 'The keyring is locked.',
  hint: 'Unlock it, or keep secrets for this session only.',
  command: 'unlock-the-keyring',
} as const;

/** A keychain in memory that can be locked for one kind of call, and counts what is read. */
export class MemoryKeychain implements Keychain {
  readonly held = new Map<string, string>();
  readonly read: string[] = [];
  /** The kinds of calls that find it locked. */
  locked = new Set<'get' | 'set' | 'delete'>();

  async get(account: string): Promise<string | undefined> {
    this.#check('get');
    this.read.push(account);
    return this.held.get(account);
  }

  async set(account: string, secret: string): Promise<void> {
    this.#check('set');
    this.held.set(account, secret);
  }

  async delete(account: string): Promise<boolean> {
    this.#check('delete');
    return this.held.delete(account);
  }

  async state() {
    return this.locked.size > 0 ? lockedStatus : ({ state: 'available', message: 'It is open.' } as const);
  }

  askAgain(): void {
    // It has no window to open.
  }

  cancel(): void {
    // It never waits.
  }

  #check(call: 'get' | 'set' | 'delete'): void {
    if (this.locked.has(call)) {
      throw keychainFailure(lockedStatus);
    }
  }
}

/** Reading and saving secrets with a real settings file. */
export interface SecretStoreHarness {
  file: string;
  keychain: MemoryKeychain;
  repository: EnvironmentRepository;
  session: SessionSecrets;
  reading: SecretReading;
  saving: SecretSaving;
  /** Secrets are kept for the session only. */
  sessionOnly: boolean;
  now: Date;
  /** Adds an environment and returns its id. */
  add(some?: Partial<EnvironmentSettings>): Promise<string>;
}

export const since = '2026-11-22T10:00:00.000Z';

export async function openSecretStore(): Promise<SecretStoreHarness> {
  const file = await newFile();
  const keychain = new MemoryKeychain();
  const repository = await openEnvironmentRepository(file, settings({ name: 'Sandbox', kind: 'sandbox' }));
  const session = createSessionSecrets(() => undefined);
  const reading = createSecretReading({ repository, keychain, session });
  let ids = 0;
  const harness: SecretStoreHarness = {
    file,
    keychain,
    repository,
    session,
    reading,
    sessionOnly: false,
    now: new Date(since),
    saving: createSecretSaving({
      repository,
      keychain,
      session,
      reading,
      sessionOnly: () => harness.sessionOnly,
      now: () => harness.now,
      newId: () => `key-${++ids}`,
    }),
    async add(some = {}) {
      const id = `environment-${repository.all().length}`;
      await repository.change((document) => ({
        ...document,
        environments: [...document.environments, { id, settings: settings(some), signingKeys: [] }],
      }));
      return id;
    },
  };
  return harness;
}
