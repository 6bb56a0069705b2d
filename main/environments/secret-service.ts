import type { BusValue } from './dbus-codec.ts';
import {
  BusRefusal,
  BusTimeout,
  busName,
  openSessionBus,
  type SessionBus,
  sessionBusSocket,
} from './session-bus.ts';

/**
 * The state of the keychain on Linux. `no-bus`: no session bus; `no-service`: no secret service on it; `no-keyring`: a
 * service without a keyring, which asks for a password to create one; `refused`: the bus or service refuses this
 * program; `silent`: no answer in time; `unanswered`: its password window was not answered.
 */
export type SecretServiceState =
  | 'no-bus'
  | 'no-service'
  | 'no-keyring'
  | 'locked'
  | 'unlocked'
  | 'refused'
  | 'silent'
  | 'unanswered';

type Variables = Readonly<Record<string, string | undefined>>;

const secrets = { destination: 'org.freedesktop.secrets', path: '/org/freedesktop/secrets' };
const service = 'org.freedesktop.Secret.Service';
const prompts = 'org.freedesktop.Secret.Prompt';

/** The user closed or declined a window of the service: the request was not carried out. */
export class PromptDismissed extends Error {
  constructor() {
    super('The prompt of the secret service was dismissed.');
    this.name = 'PromptDismissed';
  }
}

/** Never asks the user and changes nothing. `withinMs` limits the whole check. */
export function readSecretServiceState(variables: Variables, withinMs: number): Promise<SecretServiceState> {
  return talk(variables, withinMs, async (bus) => (await findKeyring(bus)).state);
}

/**
 * Unlocks the default keyring, which may show the desktop's password window. Returns `unlocked`; `locked` when the
 * window was closed or could not be shown; `unanswered` when it was not answered within `withinMs`, after which it is
 * closed; or why there is nothing to unlock.
 */
export function unlockSecretService(variables: Variables, withinMs: number): Promise<SecretServiceState> {
  let isAsking = false;
  return talk(
    variables,
    withinMs,
    async (bus) => {
      const { state, keyring } = await findKeyring(bus);
      if (state !== 'locked') {
        return state;
      }
      const [, prompt] = await bus.call({
        ...secrets,
        interface: service,
        member: 'Unlock',
        signature: 'ao',
        args: [[keyring]],
      });
      isAsking = true;
      try {
        await completed(bus, prompt);
      } catch (error) {
        if (error instanceof PromptDismissed) {
          return 'locked';
        }
        throw error;
      }
      isAsking = false;
      return (await findKeyring(bus)).state;
    },
    () => (isAsking ? 'unanswered' : 'silent'),
  );
}

/**
 * Shows a prompt the service asks for (`/` for none) and waits for the user's answer.
 * @throws PromptDismissed
 */
export async function completed(bus: SessionBus, prompt: BusValue | undefined): Promise<void> {
  if (typeof prompt !== 'string' || prompt === '/') {
    return;
  }
  const [owner] = await bus.call({
    ...busName,
    member: 'GetNameOwner',
    signature: 's',
    args: [secrets.destination],
  });
  const sender = String(owner);
  const match = `type='signal',sender='${sender}',path='${prompt}',interface='${prompts}',member='Completed'`;
  await bus.call({ ...busName, member: 'AddMatch', signature: 's', args: [match] });
  await bus.call({
    ...secrets,
    path: prompt,
    interface: prompts,
    member: 'Prompt',
    signature: 's',
    args: [''],
  });
  // Secret Service API 0.2, "Prompts": the first value says whether the user dismissed it.
  const [dismissed] = await bus.signal({ sender, path: prompt, interface: prompts, member: 'Completed' });
  if (dismissed !== false) {
    throw new PromptDismissed();
  }
}

/** The object path of the default keyring, or undefined when there is none. */
export async function defaultCollection(bus: SessionBus): Promise<string | undefined> {
  const [found] = await bus.call({
    ...secrets,
    interface: service,
    member: 'ReadAlias',
    signature: 's',
    args: ['default'],
  });
  return typeof found === 'string' && found !== '/' ? found : undefined;
}

/** Opens a connection, uses it and closes it, which also closes an open password window. */
export async function withSessionBus<T>(
  variables: Variables,
  signal: AbortSignal,
  act: (bus: SessionBus) => Promise<T>,
): Promise<T> {
  const socket = sessionBusSocket(variables);
  if (socket === undefined) {
    throw new Error('No session bus');
  }
  const bus = await openSessionBus(socket, signal);
  try {
    return await act(bus);
  } finally {
    bus.close();
  }
}

async function findKeyring(bus: SessionBus): Promise<{ state: SecretServiceState; keyring: string }> {
  const keyring = await defaultCollection(bus);
  if (keyring === undefined) {
    return { state: 'no-keyring', keyring: '' };
  }
  const [locked] = await bus.call({
    destination: secrets.destination,
    path: keyring,
    interface: 'org.freedesktop.DBus.Properties',
    member: 'Get',
    signature: 'ss',
    args: ['org.freedesktop.Secret.Collection', 'Locked'],
  });
  return { state: locked === true ? 'locked' : 'unlocked', keyring };
}

/** A prompt belongs to its connection: when that closes, the service closes the window. */
async function talk(
  variables: Variables,
  withinMs: number,
  say: (bus: SessionBus) => Promise<SecretServiceState>,
  late: () => SecretServiceState = () => 'silent',
): Promise<SecretServiceState> {
  const socket = sessionBusSocket(variables);
  if (socket === undefined) {
    return 'no-bus';
  }
  const signal = AbortSignal.timeout(withinMs);
  let bus: SessionBus;
  try {
    bus = await openSessionBus(socket, signal);
  } catch (error) {
    if (signal.aborted || error instanceof BusTimeout) {
      return 'silent';
    }
    return error instanceof BusRefusal ? 'refused' : 'no-bus';
  }
  try {
    return await say(bus);
  } catch (error) {
    if (signal.aborted) {
      return late();
    }
    if (error instanceof BusTimeout) {
      return 'silent';
    }
    return error instanceof BusRefusal ? meaning(error.errorName) : 'no-service';
  } finally {
    bus.close();
  }
}

function meaning(errorName: string): SecretServiceState {
  if (/AccessDenied|AuthFailed/.test(errorName)) {
    return 'refused';
  }
  if (/NoReply|Timeout|TimedOut/.test(errorName)) {
    return 'silent';
  }
  return 'no-service';
}
