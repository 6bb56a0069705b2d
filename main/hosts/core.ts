import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { type EnvironmentSettings, environmentSettings } from '../../preload/contract/environments.ts';
import { omitUndefined } from '../../preload/contract/objects.ts';
import { createEventBus } from '../bridge/event-bus.ts';
import type { Host } from '../bridge/host.ts';
import { Failure } from '../common/failure.ts';
import { Redaction } from '../common/redaction.ts';
import { thisMachine } from '../common/this-machine.ts';
import { redactedStack } from '../features/application/uncaught-errors.ts';
import { openEnvironments } from '../features/environments/environments.ts';
import { Selection } from '../features/environments/selection.ts';
import { CompanyPolicy } from '../features/policy/company-policy.ts';
import { type PolicySource, policySource, readPolicyFile } from '../features/policy/policy-file.ts';
import { ConsoleKey } from '../features/records/console-key/console-key.ts';
import type { Keychain } from '../keychain/keychain.ts';
import { KeytarProcess } from '../keychain/keytar-process.ts';
import { createSystemKeychain, loadKeytar } from '../keychain/system-keychain.ts';
import { type OwnSandbox, startOwnSandbox } from '../sandbox/own.ts';
import { type SystemDeps, systemDeps } from '../service/system-deps.ts';
import { openDataDirectory } from '../store/data-directory.ts';

export interface ComposeOptions {
  /** The directory of the settings and the history. */
  dataDir: string;
  host: Host;
  /** The directory of the sandbox's media files; beside the sources unless main is bundled. */
  sandboxAssets?: string;
  /** The directory of the fonts that reports are written with; `node_modules` when not given. */
  reportFonts?: string;
  /** The file of the company's policy; the system's when not given. */
  policySource?: PolicySource;
  /** The operating system's keychain when not given. */
  keychain?: Keychain;
  /** The waits after failed attempts to connect to a team's database, in milliseconds; those of people when not given. */
  teamRetryMs?: readonly number[];
  /** The base-2 logarithm of scrypt's cost for a recovery file; that of people when not given. */
  recoveryCost?: number;
  /** The number of entries of a team's log after which a snapshot is written; that of people when not given. */
  teamSnapshotAfter?: number;
  /** The clock, in milliseconds since the UNIX epoch; the system's when not given. */
  now?(): number;
  /** Receives defects as text without values. */
  log?(message: string): void;
}

/** The parts that every feature may use. */
export type Core = Awaited<ReturnType<typeof openCore>>;

/** Opens the data directory, the sandbox, the keychain and the environments. */
export async function openCore({ dataDir, host, ...given }: ComposeOptions, opened: AsyncDisposableStack) {
  const log = given.log ?? ((message: string) => void process.stderr.write(`${message}\n`));
  /** Logs an error without values, after the name of the part that failed; not that something was cancelled. */
  const logError = (part: string) => (error: unknown) => {
    // Closing cancels what is in progress.
    if (!(error instanceof Failure && error.code === 'cancelled')) {
      log(`${part}: ${redactedStack(error)}`);
    }
  };
  const directory = openDataDirectory(dataDir, { host: host.name, since: new Date().toISOString() });
  opened.defer(directory.close);
  const background = new Background(logError);
  opened.defer(() => background.ended());
  const sandbox = await startOwnSandbox({
    assetsDir: given.sandboxAssets ?? join(import.meta.dirname, '..', 'sandbox', 'assets'),
  });
  opened.defer(() => sandbox.close());
  const eventBus = createEventBus();
  const redaction = new Redaction();
  const system: SystemDeps = {
    ...systemDeps((url) => host.systemProxy(url), redaction),
    ...omitUndefined({ now: given.now }),
  };
  const machine = thisMachine();
  const startKeytar = async () => {
    const keytar = new KeytarProcess(() => host.startKeytar());
    opened.defer(() => keytar.close());
    return keytar;
  };
  const keychain: Keychain =
    given.keychain ??
    createSystemKeychain({ machine, load: machine.platform === 'linux' ? startKeytar : loadKeytar });
  const policy = new CompanyPolicy(
    await readPolicyFile(given.policySource ?? policySource(process.platform)),
  );
  const environments = await openEnvironments({
    policy,
    file: join(dataDir, 'environments.json'),
    sandbox: { settings: sandboxSettings(sandbox), apiKey: sandbox.apiKey, signingKey: sandbox.signingKey },
    keychain,
    now: () => new Date(),
    newId: randomUUID,
    redaction,
    onKeychain: (state) => eventBus.emit('keychain.changed', state),
  });
  const consoleKey = new ConsoleKey({
    dataDir,
    keychain,
    isSessionOnly: () => environments.isSessionOnly(),
    now: () => system.now(),
    log: logError("The console's key"),
  });
  const selection = new Selection({ selectedId: environments.selectedId });
  eventBus.subscribe((event) => {
    if (event.name === 'environments.changed') {
      // Covers every way the selection can change.
      selection.update();
    } else if (event.name === 'keychain.changed') {
      consoleKey.keychainChanged();
    }
  });
  policy.onChange(() => {
    environments.policyChanged();
    eventBus.emit('environments.changed', environments.views());
    eventBus.emit('application.changed', {});
    if (policy.inForce?.showPersonalData === false) {
      eventBus.emit('application.command', { command: 'mask' });
    }
  });
  return {
    dataDir,
    host,
    eventBus,
    redaction,
    system,
    keychain,
    environments,
    policy,
    consoleKey,
    sandbox,
    background,
    log,
    logError,
    /** The parts that are closed with the console, in reverse order. */
    opened,
    /** The selected environment. */
    selection,
    /** The findings when the data directory was opened. */
    directoryNotices: directory.notices,
    /** The system's name of the user. */
    actor: systemUser(),
  };
}

/** Returns the settings of the environment that is the console's own sandbox. */
export function sandboxSettings(sandbox: Pick<OwnSandbox, 'baseUrl'>): EnvironmentSettings {
  return environmentSettings.parse({
    name: 'Sandbox',
    kind: 'sandbox',
    baseUrl: sandbox.baseUrl,
    proxy: { mode: 'none' },
    endMonitoring: true,
  });
}

function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    // A user without an entry in the system's list has no name.
    return 'unknown';
  }
}

/** Work that only the end of the console waits for, such as removing the data of a deleted environment. */
class Background {
  readonly #logError: (part: string) => (error: unknown) => void;
  readonly #running = new Set<Promise<void>>();

  /** @param logError logs an error after the name of the part that failed */
  constructor(logError: (part: string) => (error: unknown) => void) {
    this.#logError = logError;
  }

  run(part: string, work: Promise<unknown>): void {
    const ended = work.then(() => undefined, this.#logError(part)).finally(() => this.#running.delete(ended));
    this.#running.add(ended);
  }

  /** Resolves when all of it has ended. */
  async ended(): Promise<void> {
    while (this.#running.size > 0) {
      await Promise.all(this.#running);
    }
  }
}
