import { omitUndefined } from '../../preload/contract/objects.ts';
import { Failure } from '../common/failure.ts';
import type { KeychainStatus } from './keychain.ts';

/** The facts on which texts about the keychain depend. */
export interface Machine {
  platform: NodeJS.Platform;
  variables: Readonly<Record<string, string | undefined>>;
  /** The content of /etc/os-release, or an empty string. */
  osRelease: string;
}

const unlockingCommand = 'gnome-keyring-daemon --replace --unlock --components=secrets';
const sessionOnly = 'or keep secrets for this session only.';

/** Returns whether the system can show a password window. */
export function canAsk({ platform, variables }: Machine): boolean {
  return platform !== 'linux' || Boolean(variables.WAYLAND_DISPLAY || variables.DISPLAY);
}

/** Returns the command that installs a secret service and its client library. */
function installation({ osRelease }: Machine): string {
  const family = /^(?:ID|ID_LIKE)=.*$/gm;
  const names = osRelease.match(family)?.join(' ') ?? '';
  if (/fedora|rhel|centos/.test(names)) {
    return 'sudo dnf install gnome-keyring';
  }
  if (/arch/.test(names)) {
    return 'sudo pacman -S gnome-keyring';
  }
  if (/suse/.test(names)) {
    return 'sudo zypper install gnome-keyring';
  }
  if (/alpine/.test(names)) {
    return 'doas apk add gnome-keyring';
  }
  return 'sudo apt install gnome-keyring dbus-user-session';
}

/** Returns the status of an open keychain. */
export function availableStatus({ platform }: Machine): KeychainStatus {
  const store =
    platform === 'darwin'
      ? 'the macOS keychain'
      : platform === 'win32'
        ? 'the Windows Credential Manager'
        : 'the keyring of this desktop';
  return { state: 'available', message: `Secrets are kept in ${store}.` };
}

/** The native part of the keychain library could not be loaded. */
const libraryMissingStatus: KeychainStatus = {
  state: 'absent',
  message: 'The part of the console that uses the keychain could not be loaded.',
  hint: `On Linux, install libsecret (libsecret-1-0); otherwise install the console again, ${sessionOnly}`,
};

/** Returns the status for an error message of libsecret (0.20) or GIO, which keytar passes on. */
function linuxStatus(text: string, machine: Machine): KeychainStatus {
  if (/locked collection|dismissed|cancel/i.test(text)) {
    return canAsk(machine) ? dismissedStatus(machine) : lockedStatus;
  }
  if (/no such|not exist at path/i.test(text)) {
    return {
      state: 'absent',
      message: 'There is no keyring yet, and its password could not be asked for.',
      hint: `Create one with this command, which reads its password from the terminal, then check again, ${sessionOnly}`,
      command: unlockingCommand,
    };
  }
  if (/not provided by any|NameHasNoOwner|does not have an owner/i.test(text)) {
    return {
      state: 'absent',
      message: 'This machine has no keyring for secrets (no program provides org.freedesktop.secrets).',
      hint: `Install a keyring, log in again and check again, ${sessionOnly}`,
      command: installation(machine),
    };
  }
  if (/autolaunch|dbus-launch|could not connect|connection refused|address/i.test(text)) {
    return {
      state: 'absent',
      message: 'There is no D-Bus session here, so no keyring can be reached.',
      hint: `Start the console from your desktop, or in a new session with dbus-run-session (run the command below, then start the console), ${sessionOnly}`,
      command: 'dbus-run-session -- bash',
    };
  }
  if (/timeout|timed out|not receive a reply|NoReply/i.test(text)) {
    return silentStatus;
  }
  if (/AccessDenied|not allowed|rejected|denied|AuthFailed|AppArmor/i.test(text)) {
    return {
      state: 'denied',
      message: 'The secret service is running but refuses this program.',
      hint: `Allow it (in a confined package such as Flatpak or Snap: the permission to talk to org.freedesktop.secrets), ${sessionOnly}`,
    };
  }
  return {
    state: 'denied',
    message: `The keychain is open but refused${text ? `: “${text.slice(0, 200)}”` : ''}.`,
    hint: `Check again in Settings. If it keeps happening, log out and in again, ${sessionOnly}`,
  };
}

const lockedStatus: KeychainStatus = {
  state: 'locked',
  message: 'The keyring is locked, and there is no display on which its password could be asked for.',
  hint: `Unlock it with this command, which reads its password from the terminal, then check again, ${sessionOnly}`,
  command: unlockingCommand,
};

/** The secret service of a Linux system does not answer, and no password window can be the reason. */
export const silentStatus: KeychainStatus = {
  state: 'absent',
  message: 'The program that stores secrets (the secret service) is running but does not answer.',
  hint: `Start it again with this command or log in again, then check again, ${sessionOnly}`,
  command: unlockingCommand,
};

/** Returns the status after the user closed the password window without unlocking. */
function dismissedStatus(machine: Machine): KeychainStatus {
  return {
    state: 'denied',
    message: 'Access to the keychain was denied, so no secret can be read or saved.',
    hint:
      machine.platform === 'darwin'
        ? `Check again and allow it; if macOS no longer asks, open Keychain Access, find “assay” and add the console under Access Control, ${sessionOnly}`
        : `Check again and unlock it in the window that opens, ${sessionOnly}`,
  };
}

/** A Linux keyring did not answer in time, or the user stopped waiting; a password window has been closed. */
export const unansweredStatus: KeychainStatus = {
  state: 'locked',
  message: 'The keyring did not answer. Its password window, if there was one, has been closed.',
  hint: `Check again and answer it, or unlock the keyring in “Passwords and Keys”, ${sessionOnly}`,
};

function macUnlockCommand({ platform }: Machine): string | undefined {
  return platform === 'darwin' ? 'security unlock-keychain' : undefined;
}

/** The keychain has not answered yet: it may be asking for its password. */
export const waitingForUser: KeychainStatus = {
  state: 'locked',
  message: 'Waiting for the keychain. If its password window is open, answer it.',
  isWaiting: true,
};

/** Returns the status while a password window has been open longer than a call may wait. */
export function waitingStatus(machine: Machine): KeychainStatus {
  return {
    state: 'locked',
    message: 'The keychain has not answered: its password window is probably still open.',
    hint: `Answer it, then try again, ${sessionOnly} The last keychain request may still be carried out when you answer.`,
    ...omitUndefined({ command: macUnlockCommand(machine) }),
  };
}

/** Returns the status for an error message of keytar. */
export function refusalStatus(text: string, machine: Machine): KeychainStatus {
  if (/failed to load keytar|cannot find (?:package|module)|keychain process ended/i.test(text)) {
    return libraryMissingStatus;
  }
  if (machine.platform === 'linux') {
    return linuxStatus(text, machine);
  }
  if (machine.platform === 'win32') {
    return {
      state: 'absent',
      message: 'The Windows Credential Manager does not answer.',
      hint: `Start its service as an administrator and check again, ${sessionOnly}`,
      command: 'sc.exe start VaultSvc',
    };
  }
  if (/interaction is not allowed|keychain is locked|locked/i.test(text)) {
    return {
      state: 'locked',
      message: 'The keychain is locked and could not ask for its password.',
      hint: `Unlock it with this command or in Keychain Access, then check again, ${sessionOnly}`,
      ...omitUndefined({ command: macUnlockCommand(machine) }),
    };
  }
  if (/no (?:such )?keychain|keychain (?:could not|cannot) be found|not available/i.test(text)) {
    return {
      state: 'absent',
      message: 'There is no keychain for this user.',
      hint: `Create one in Keychain Access, then check again, ${sessionOnly}`,
    };
  }
  return dismissedStatus(machine);
}

/** Returns the failure of an operation on a keychain in this state. Nothing was saved. */
export function keychainFailure(status: KeychainStatus, cause?: unknown): Failure {
  const code = status.state === 'available' ? 'keychain-denied' : (`keychain-${status.state}` as const);
  return new Failure({
    code,
    message: status.message,
    hint: status.hint ?? 'Check again in Settings, or keep secrets for this session only.',
    retryable: true,
    ...omitUndefined({ details: status.command === undefined ? undefined : { command: status.command } }),
    cause,
  });
}
