import type { BusValue } from './bus-wire.ts';
import { BusRefusal, openSessionBus, type SessionBus, sessionBusSocket, theBus } from './session-bus.ts';

/**
 * What stands behind the keychain on Linux. `no-bus`: no session bus; `no-service`: nobody on it keeps secrets;
 * `no-keyring`: one does, but has no keyring yet and will ask for a password to make one; `refused`: the bus or the
 * service will not talk to this program; `silent`: no answer in time.
 */
export type SecretServiceState =
  | 'no-bus'
  | 'no-service'
  | 'no-keyring'
  | 'locked'
  | 'unlocked'
  | 'refused'
  | 'silent';

type Variables = Readonly<Record<string, string | undefined>>;

const secrets = { destination: 'org.freedesktop.secrets', path: '/org/freedesktop/secrets' };
const service = 'org.freedesktop.Secret.Service';
const prompts = 'org.freedesktop.Secret.Prompt';

/** Looks, never asks the person anything, never changes anything. `withinMs` bounds the whole look. */
export function lookAtSecretService(variables: Variables, withinMs: number): Promise<SecretServiceState> {
  return talk(variables, withinMs, async (bus) => (await findKeyring(bus)).state);
}

/**
 * Opens the keyring that new secrets go to, which may show the desktop's password window. Answers `unlocked`; `locked`
 * when the window was closed or could not be shown; `silent` when nobody answered it within `withinMs`, after which it is
 * taken away again; or why there is nothing to open.
 */
export function unlockSecretService(variables: Variables, withinMs: number): Promise<SecretServiceState> {
  return talk(variables, withinMs, async (bus) => {
    const { state, keyring } = await findKeyring(bus);
    if (state !== 'locked') return state;
    const [, prompt] = await bus.call({
      ...secrets,
      interface: service,
      member: 'Unlock',
      args: [[keyring]],
    });
    if (typeof prompt === 'string' && prompt !== '/') {
      const completed = { path: prompt, interface: prompts, member: 'Completed' };
      const match = `type='signal',path='${prompt}',interface='${prompts}',member='Completed'`;
      await bus.call({ ...theBus, member: 'AddMatch', args: [match] });
      await bus.call({ ...secrets, path: prompt, interface: prompts, member: 'Prompt', args: [''] });
      await bus.signal(completed);
    }
    return (await findKeyring(bus)).state;
  });
}

async function findKeyring(bus: SessionBus): Promise<{ state: SecretServiceState; keyring: string }> {
  const found = await bus.call({ ...secrets, interface: service, member: 'ReadAlias', args: ['default'] });
  const keyring: BusValue | undefined = found[0];
  if (typeof keyring !== 'string' || keyring === '/') return { state: 'no-keyring', keyring: '' };
  const [locked] = await bus.call({
    destination: secrets.destination,
    path: keyring,
    interface: 'org.freedesktop.DBus.Properties',
    member: 'Get',
    args: ['org.freedesktop.Secret.Collection', 'Locked'],
  });
  return { state: locked === true ? 'locked' : 'unlocked', keyring };
}

/** The prompt belongs to the connection: when that closes, the service takes its window away. */
async function talk(
  variables: Variables,
  withinMs: number,
  say: (bus: SessionBus) => Promise<SecretServiceState>,
): Promise<SecretServiceState> {
  const socket = sessionBusSocket(variables);
  if (socket === undefined) return 'no-bus';
  const signal = AbortSignal.timeout(withinMs);
  let bus: SessionBus;
  try {
    bus = await openSessionBus(socket, signal);
  } catch (error) {
    if (signal.aborted) return 'silent';
    return error instanceof BusRefusal ? 'refused' : 'no-bus';
  }
  try {
    return await say(bus);
  } catch (error) {
    if (signal.aborted) return 'silent';
    return error instanceof BusRefusal ? meaning(error.errorName) : 'no-service';
  } finally {
    bus.close();
  }
}

function meaning(errorName: string): SecretServiceState {
  if (/AccessDenied|AuthFailed/.test(errorName)) return 'refused';
  if (/NoReply|Timeout|TimedOut/.test(errorName)) return 'silent';
  return 'no-service';
}
