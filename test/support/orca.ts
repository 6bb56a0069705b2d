import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { vi } from 'vitest';

/** The programs that the session needs, by Debian’s package. */
const programs = { xvfb: 'Xvfb', openbox: 'openbox', orca: 'orca', xdotool: 'xdotool', dbus: 'dbus-daemon' };

/** Returns the packages that are missing for a session with a screen reader. */
export function missingForOrca(): string[] {
  const directories = (process.env.PATH ?? '').split(delimiter);
  return Object.entries(programs).flatMap(([name, program]) =>
    directories.some((directory) => existsSync(join(directory, program))) ? [] : [name],
  );
}

/** Loaded by Orca at its start: writes what it says to a file, one text a line, as soon as it says it. */
const customization = `
import os
from orca import settings, speech
heard = open(os.environ["ASSAY_HEARD"], "a", buffering=1, encoding="utf-8")
say = speech._speak
def spoken(text, acss, interrupt):
    heard.write(" ".join(text.split()) + "\\n")
    say(text, acss, interrupt)
speech._speak = spoken
speech.speakKeyEvent = lambda *given: None
# What the console says is compared, not the page as a whole.
settings.sayAllOnLoad = False
settings.pageSummaryOnLoad = False
`;

/** Returns the commands that press a key as a hand does: what is held is released last. */
function strokes(keys: string): string[] {
  const held = keys.split('+');
  const key = held.pop() ?? '';
  if (held.includes('alt') && /^\d$/.test(key)) {
    // Orca takes it for a switch of pages when Alt is released last, and says nothing of live regions until the next key (docs/accessibility.md).
    return ['key', '--delay', '40', keys];
  }
  return [
    ...held.flatMap((one) => ['keydown', one]),
    ...['key', '--delay', '40', key],
    ...held.flatMap((one) => ['keyup', one]),
  ];
}

export interface OrcaSession {
  /** The environment of a program whose window Orca reads. */
  env: Record<string, string>;
  /** Everything it has said so far. */
  heard(): string[];
  /** Presses keys of the keyboard, as xdotool names them. */
  press(...keys: string[]): Promise<void>;
  type(text: string): Promise<void>;
  /** Starts Orca, once the window is there. */
  start(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Opens a display with a window manager, a D-Bus session and accessibility; `start` begins to read it aloud, without a voice. */
export async function openOrca(): Promise<OrcaSession> {
  const home = mkdtempSync(join(tmpdir(), 'assay-orca-'));
  const heardFile = join(home, 'heard.txt');
  writeFileSync(heardFile, '');
  const settings = join(home, '.local/share/orca');
  mkdirSync(settings, { recursive: true });
  mkdirSync(join(home, 'run'), { mode: 0o700 });
  writeFileSync(join(settings, 'orca-customizations.py'), customization);
  const running: ChildProcess[] = [];
  const env: Record<string, string> = {
    HOME: home,
    XDG_RUNTIME_DIR: join(home, 'run'),
    XDG_DATA_HOME: join(home, '.local/share'),
    PATH: process.env.PATH ?? '',
    LANG: 'C.UTF-8',
    ASSAY_HEARD: heardFile,
    NO_AT_BRIDGE: '0',
    // No voice: nothing is played.
    SPEECHD_CMD: '/bin/false',
  };
  const run = (program: string, ...given: string[]) => {
    const child = spawn(program, given, { env, stdio: ['ignore', 'pipe', 'ignore'] });
    running.push(child);
    return child;
  };
  const firstLine = async ({ stdout }: ChildProcess) => {
    for await (const line of createInterface(stdout as NodeJS.ReadableStream)) {
      return line;
    }
    throw new Error('A program of the session ended before it was ready.');
  };
  env.DISPLAY = `:${await firstLine(run('Xvfb', '-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'))}`;
  env.DBUS_SESSION_BUS_ADDRESS = await firstLine(
    run('dbus-daemon', '--session', '--nofork', '--print-address=1'),
  );
  run('openbox');
  const keyboard = async (...given: string[]) => {
    await promisify(execFile)('xdotool', given, { env });
  };
  return {
    env,
    heard: () => readFileSync(heardFile, 'utf8').split('\n').filter(Boolean),
    async press(...keys) {
      for (const key of keys) {
        await keyboard(...strokes(key));
      }
    },
    type: (text) => keyboard('type', '--clearmodifiers', '--delay', '40', text),
    async start() {
      const orca = run('orca', '--replace', '--disable', 'braille');
      await Promise.race([
        vi.waitUntil(() => readFileSync(heardFile, 'utf8') !== '', { timeout: 120_000, interval: 100 }),
        once(orca, 'exit').then(() => {
          throw new Error('Orca ended before it said anything.');
        }),
      ]);
    },
    async [Symbol.asyncDispose]() {
      for (const child of running.reverse()) {
        if (child.exitCode === null && child.signalCode === null) {
          const exit = once(child, 'exit');
          child.kill('SIGKILL');
          await exit;
        }
      }
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
