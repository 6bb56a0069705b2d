import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as keytar from 'keytar';

/**
 * The state of secret storage in a private D-Bus session. `present`: gnome-keyring, unlocked; `locked`: a locked login keyring without
 * a display to ask on; `asking`: locked, with a password window that is never answered; `no-keyring`: gnome-keyring without a keyring;
 * `no-service`: a bus without services; `absent`: no bus.
 */
export type KeyringState = 'present' | 'locked' | 'asking' | 'no-keyring' | 'no-service' | 'absent';

export interface KeyringSession {
  /** The complete environment for a process in the session: its own HOME, XDG directories and bus, no display. */
  env: Record<string, string>;
  /** Runs a program in the session until it ends. */
  run(command: string, args: readonly string[], options?: { input?: string }): Promise<Finished>;
  /** The accounts of this console's secrets in the keyring, read by a separate process. */
  accounts(): Promise<string[]>;
  /** The keychain library's functions, run by a process in the session: the library finds the bus by the environment of its own process. */
  library: Pick<typeof keytar, 'findCredentials' | 'getPassword' | 'setPassword' | 'deletePassword'>;
  /** Unlocks the keyring, as a user at a terminal would. */
  unlock(): Promise<void>;
  /** Kills the keyring and starts it again unlocked, as after a crash. */
  restart(): Promise<void>;
  /** Suspends the keyring, so that it stops answering. */
  freeze(): void;
  /** Lets it go on. */
  thaw(): void;
  close(): Promise<void>;
}

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

const password = 'a keyring password of this test alone';
const libraryCall = `import keytar from 'keytar';
  import { text } from 'node:stream/consumers';
  const [name, ...given] = JSON.parse(await text(process.stdin));
  process.stdout.write(JSON.stringify(await keytar[name](...given)) ?? 'null');`;
const reachesTheSession = ['PATH', 'LANG', 'LC_ALL', 'TMPDIR'];

/** Returns whether this machine has what {@link openKeyring} needs. */
export async function keyringInstalled(): Promise<boolean> {
  if (process.platform !== 'linux') {
    return false;
  }
  try {
    await Promise.all(
      ['dbus-daemon', 'gnome-keyring-daemon'].map((program) =>
        execute(program, ['--version'], process.env, ''),
      ),
    );
    return true;
  } catch {
    return false;
  }
}

/** Opens a session in the given state; the caller closes it. */
export async function openKeyring(state: KeyringState): Promise<KeyringSession> {
  const root = await mkdtemp(join(tmpdir(), 'assay-keyring-'));
  const env = await privateEnvironment(root);
  const running: ChildProcess[] = [];
  const callLibrary = async (...call: string[]) => {
    const input = JSON.stringify(call);
    const { stdout, stderr } = await execute(
      process.execPath,
      ['--input-type=module', '-e', libraryCall],
      env,
      input,
    );
    if (stdout === '') {
      throw new Error(stderr);
    }
    return JSON.parse(stdout);
  };
  const library: KeyringSession['library'] = {
    findCredentials: (...given) => callLibrary('findCredentials', ...given),
    getPassword: (...given) => callLibrary('getPassword', ...given),
    setPassword: (...given) => callLibrary('setPassword', ...given),
    deletePassword: (...given) => callLibrary('deletePassword', ...given),
  };
  const session: KeyringSession = {
    env,
    library,
    run: (command, args, options = {}) => execute(command, args, env, options.input ?? ''),
    async accounts() {
      const all = await library.findCredentials('assay');
      return all.map(({ account }) => account).sort();
    },
    async unlock() {
      await startKeyring(env, ['--replace', '--unlock'], password, running);
    },
    async restart() {
      const former = running.pop();
      former?.kill('SIGKILL');
      if (former && former.exitCode === null && former.signalCode === null) {
        await once(former, 'exit');
      }
      await startKeyring(env, ['--unlock'], password, running);
    },
    freeze() {
      running.at(-1)?.kill('SIGSTOP');
    },
    thaw() {
      running.at(-1)?.kill('SIGCONT');
    },
    async close() {
      for (const child of running.reverse()) {
        await stop(child);
      }
      await rm(root, { recursive: true, force: true });
    },
  };
  try {
    if (state === 'absent') {
      return session;
    }
    const bus = await startBus(root, env, state === 'asking');
    running.push(bus.process);
    env.DBUS_SESSION_BUS_ADDRESS = bus.address;
    if (state === 'no-service') {
      return session;
    }
    if (state !== 'no-keyring') {
      await startKeyring(env, ['--unlock'], password, running);
      if (state === 'present') {
        return session;
      }
      const first = running.pop();
      if (first) {
        await stop(first);
      }
    }
    await startKeyring(env, [], '', running);
    return session;
  } catch (error) {
    await session.close();
    throw error;
  }
}

async function privateEnvironment(root: string): Promise<Record<string, string>> {
  const env: Record<string, string> = {
    HOME: join(root, 'home'),
    XDG_RUNTIME_DIR: join(root, 'run'),
    XDG_DATA_HOME: join(root, 'data'),
    XDG_CONFIG_HOME: join(root, 'config'),
    XDG_CACHE_HOME: join(root, 'cache'),
  };
  for (const directory of Object.values(env)) {
    await mkdir(directory, { mode: 0o700 });
  }
  for (const name of reachesTheSession) {
    const value = process.env[name];
    if (value !== undefined) {
      env[name] = value;
    }
  }
  return env;
}

/** A private bus that starts nothing by itself, except a password window that never answers if requested. */
async function startBus(root: string, env: Record<string, string>, asking: boolean) {
  const services = join(root, 'services');
  await mkdir(services);
  if (asking) {
    await writeFile(
      join(services, 'org.gnome.keyring.SystemPrompter.service'),
      '[D-BUS Service]\nName=org.gnome.keyring.SystemPrompter\nExec=/bin/sleep 20\n',
    );
  }
  const config = join(root, 'bus.conf');
  await writeFile(
    config,
    `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:path=${root}/bus</listen><auth>EXTERNAL</auth>
<servicedir>${services}</servicedir>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>`,
  );
  const bus = spawn('dbus-daemon', ['--nofork', '--print-address=1', `--config-file=${config}`], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const address = await firstOutput(bus, 'dbus-daemon');
  return { process: bus, address: address.trim() };
}

/** Starts gnome-keyring and waits until it, and not the one it replaces, answers on the bus. */
async function startKeyring(
  env: Record<string, string>,
  args: readonly string[],
  input: string,
  running: ChildProcess[],
): Promise<void> {
  const former = args.includes('--replace') ? running.pop() : undefined;
  const daemon = spawn('gnome-keyring-daemon', ['--foreground', '--components=secrets', ...args], {
    env,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  running.push(daemon);
  daemon.stdin.on('error', () => undefined).end(input);
  daemon.stdout.resume();
  if (former && former.exitCode === null && former.signalCode === null) {
    await once(former, 'exit');
  }
  // dbus-send comes with the bus; gdbus would be another requirement.
  const ping = ['--session', '--print-reply', '--dest=org.freedesktop.secrets', '/org/freedesktop/secrets'];
  for (let tries = 0; tries < 500; tries += 1) {
    const { code } = await execute('dbus-send', [...ping, 'org.freedesktop.DBus.Peer.Ping'], env, '');
    if (code === 0) {
      return;
    }
    if (daemon.exitCode !== null) {
      break;
    }
  }
  throw new Error('gnome-keyring-daemon did not come up');
}

function execute(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  input: string,
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = execFile(command, args, { env, timeout: 60_000 }, (error, stdout, stderr) => {
      if (error && error.code === 'ENOENT') {
        reject(error);
      } else {
        resolve({ code: child.exitCode, stdout, stderr });
      }
    });
    // A program may exit without reading its input.
    child.stdin?.on('error', () => undefined).end(input);
  });
}

function firstOutput(child: ChildProcess, name: string): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdout?.once('data', (data) => resolve(String(data)));
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`${name} ended at once`)));
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) {
    return;
  }
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 3_000);
  await ended;
  clearTimeout(timer);
}
