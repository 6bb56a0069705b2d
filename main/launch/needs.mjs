import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { findChromium } from './chromium.mjs';

/**
 * A program or library that the operating system must provide.
 *
 * @typedef {object} Need
 * @property {string} name its common name
 * @property {string} purpose what does not work without it
 * @property {string[]} debian names of its packages
 */

/**
 * The facts of a machine on which its needs depend.
 *
 * @typedef {object} Machine
 * @property {string} platform
 * @property {Record<string, string | undefined>} environment
 * @property {number | undefined} uid
 * @property {string} osRelease the content of /etc/os-release, or an empty text
 */

/** @returns {Machine} */
export function thisMachine() {
  const file = '/etc/os-release';
  return {
    platform: process.platform,
    environment: process.env,
    uid: process.getuid?.(),
    osRelease: existsSync(file) ? readFileSync(file, 'utf8') : '',
  };
}

/** Programs that only the tests and the bench use: name, purpose, Debian's package. */
const testPrograms = /** @type {const} */ ([
  ['openssl', 'certificates of the tests', 'openssl'],
  ['curl', 'comparison in the benchmark', 'curl'],
  ['python3', 'test of a receiver written in Python', 'python3'],
  ['php', 'test of a receiver written in PHP', 'php-cli'],
]);

/**
 * Returns what is missing on this machine. macOS and Windows have their own keychain.
 *
 * @param {Machine} machine
 * @param {string} task `start`, to which Chromium is added when the browser host is chosen; `browser`; or `test`, with what only the tests
 * and the bench need
 * @returns {Need[]}
 */
export function missingNeeds(machine, task) {
  const { environment, platform } = machine;
  const forTests = task === 'test';
  /** @type {(Need | false)[]} */
  const needs = [
    task !== 'start' &&
      findChromium(environment, platform) === undefined && {
        name: 'Chromium',
        purpose: 'the window of the browser host, and the tests in a real browser',
        debian: [isUbuntu(machine) ? 'chromium-browser' : 'chromium', 'fonts-liberation'],
      },
    platform === 'linux' &&
      !isProgram('gnome-keyring-daemon', environment) && {
        name: 'gnome-keyring (a secret service)',
        purpose: 'secrets kept longer than one session',
        debian: ['gnome-keyring'],
      },
    platform === 'linux' &&
      !isProgram('dbus-run-session', environment) && {
        name: 'D-Bus',
        purpose: 'reaching the secret service',
        debian: ['dbus'],
      },
    platform === 'linux' &&
      !hasLibrary('libsecret-1.so.0') && {
        name: 'libsecret',
        purpose: 'reaching the secret service',
        debian: ['libsecret-1-0'],
      },
    forTests &&
      isOf(machine, /^ID="?debian"?$/) &&
      !isProgram('chromium-headless-shell', environment) && {
        name: 'Chromium’s headless shell',
        purpose: 'quicker tests in a browser',
        debian: ['chromium-headless-shell'],
      },
    ...(forTests && platform === 'linux' ? testPrograms : []).map(
      ([program, purpose, debian]) =>
        !isProgram(program, environment) && { name: program, purpose, debian: [debian] },
    ),
  ];
  return needs.filter((need) => need !== false);
}

/**
 * Returns whether this program may install packages: on Debian or a derivative, as root.
 *
 * @param {Machine} machine
 */
export function mayInstall(machine) {
  return machine.uid === 0 && isDebian(machine) && isProgram('apt-get', machine.environment);
}

/**
 * Returns the command that installs what is missing on this platform.
 *
 * @param {Need[]} needs
 * @param {Machine} machine
 * @returns {string}
 */
export function installCommand(needs, machine) {
  const { platform } = machine;
  const chromium = needs.some(({ name }) => name === 'Chromium');
  if (platform === 'darwin') {
    return 'brew install --cask google-chrome';
  }
  if (platform === 'win32') {
    return 'winget install --exact --id Google.Chrome';
  }
  const debian = needs.flatMap((need) => need.debian);
  if (isDebian(machine)) {
    return `sudo apt-get install -y --no-install-recommends ${debian.join(' ')}`;
  }
  const rest = ['dbus', 'gnome-keyring', 'libsecret', 'openssl', 'curl', 'python3', 'php-cli'].filter(
    (name) => debian.some((wanted) => wanted.startsWith(name)),
  );
  const names = [...(chromium ? ['chromium'] : []), ...rest].join(' ');
  if (isOf(machine, /fedora|rhel/)) {
    return `sudo dnf install -y ${names.replace('dbus', 'dbus-daemon')}`;
  }
  if (isOf(machine, /suse/)) {
    return `sudo zypper install -y ${names.replace('dbus', 'dbus-1')}`;
  }
  if (isOf(machine, /arch/)) {
    return `sudo pacman -S --needed ${names}`;
  }
  if (isOf(machine, /alpine/)) {
    return `sudo apk add ${names}`;
  }
  return `your system’s package manager, for: ${names}`;
}

/** @param {Machine} machine */
function isDebian(machine) {
  return isOf(machine, /debian|ubuntu/);
}

/** @param {Machine} machine */
function isUbuntu(machine) {
  return /^ID="?ubuntu"?$/m.test(machine.osRelease);
}

/**
 * @param {Machine} machine
 * @param {RegExp} family
 */
function isOf({ osRelease }, family) {
  return osRelease.split('\n').some((line) => /^ID(_LIKE)?=/.test(line) && family.test(line));
}

/**
 * @param {string} name
 * @param {Record<string, string | undefined>} environment
 */
function isProgram(name, environment) {
  const directories = (environment.PATH ?? '').split(delimiter);
  return directories.some((directory) => directory !== '' && existsSync(join(directory, name)));
}

/** @param {string} name */
function hasLibrary(name) {
  return ['/usr/lib', '/usr/lib64', '/lib', '/usr/local/lib'].some(
    (directory) =>
      existsSync(join(directory, name)) ||
      // Debian keeps libraries by architecture, such as /usr/lib/x86_64-linux-gnu.
      (existsSync(directory) &&
        readdirSync(directory).some(
          (part) => part.includes('-linux-') && existsSync(join(directory, part, name)),
        )),
  );
}
