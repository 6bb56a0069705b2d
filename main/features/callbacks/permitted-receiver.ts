import { omitUndefined } from '../../../preload/contract/objects.ts';
import { Failure } from '../../common/failure.ts';
import {
  AddressError,
  type LookupAll,
  type ReceiverAddress,
  receiverAddress,
} from '../../examine/receiver/address.ts';

/**
 * Returns a receiver's address, if messages may be sent to it: a public one only to the IP that was confirmed.
 * @param notDone begins the message, such as `Nothing was sent`
 * @throws Failure invalid-input, for a public address with the IP to confirm in its details
 */
export async function permittedReceiver(
  { url, confirmedIp }: { url: string; confirmedIp?: string | undefined },
  notDone: string,
  lookup?: LookupAll,
): Promise<ReceiverAddress> {
  const options = omitUndefined({ lookup });
  const refusal = (reason: string, details: Record<string, string>, hint?: string) =>
    new Failure({
      code: 'invalid-input',
      message: `${notDone}: ${reason}`,
      details,
      ...omitUndefined({ hint }),
    });
  try {
    const address = await receiverAddress(url, { allowPublic: confirmedIp !== undefined, ...options });
    if (confirmedIp === undefined || address.ip === confirmedIp) {
      return address;
    }
    throw refusal(
      `the name now resolves to ${address.ip}, but ${confirmedIp} was confirmed.`,
      { problem: 'public', ip: address.ip },
      'Check the address and confirm it again.',
    );
  } catch (error) {
    if (!(error instanceof AddressError)) {
      throw error;
    }
    const { problem, message } = error;
    const addresses =
      problem === 'public'
        ? await receiverAddress(url, { allowPublic: true, ...options }).catch(() => undefined)
        : undefined;
    throw refusal(message, { problem, ...omitUndefined({ ip: addresses?.ip }) });
  }
}
