import { BusRefusal, openSessionBus, sessionBusSocket } from './session-bus.ts';

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

const secrets = 'org.freedesktop.secrets';

/** Looks, never asks the person anything, never changes anything. `withinMs` bounds the whole look. */
export async function lookAtSecretService(
  variables: Readonly<Record<string, string | undefined>>,
  withinMs: number,
): Promise<SecretServiceState> {
  const socket = sessionBusSocket(variables);
  if (socket === undefined) return 'no-bus';
  const signal = AbortSignal.timeout(withinMs);
  let bus: Awaited<ReturnType<typeof openSessionBus>>;
  try {
    bus = await openSessionBus(socket, signal);
  } catch (error) {
    if (signal.aborted) return 'silent';
    return error instanceof BusRefusal ? 'refused' : 'no-bus';
  }
  try {
    const keyring = await bus.call({
      destination: secrets,
      path: '/org/freedesktop/secrets',
      interface: 'org.freedesktop.Secret.Service',
      member: 'ReadAlias',
      args: ['default'],
    });
    if (typeof keyring !== 'string' || keyring === '/') return 'no-keyring';
    const locked = await bus.call({
      destination: secrets,
      path: keyring,
      interface: 'org.freedesktop.DBus.Properties',
      member: 'Get',
      args: ['org.freedesktop.Secret.Collection', 'Locked'],
    });
    return locked === true ? 'locked' : 'unlocked';
  } catch (error) {
    if (signal.aborted) return 'silent';
    if (error instanceof BusRefusal) return refusal(error.errorName);
    return 'no-service';
  } finally {
    bus.close();
  }
}

function refusal(errorName: string): SecretServiceState {
  if (/AccessDenied|AuthFailed/.test(errorName)) return 'refused';
  if (/NoReply|Timeout|TimedOut/.test(errorName)) return 'silent';
  return 'no-service';
}
