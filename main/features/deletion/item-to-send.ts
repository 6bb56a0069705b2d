import type { EnvironmentSettings } from '../../../preload/contract/environments.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import type { Conversation } from '../../../preload/contract/service/conversation.ts';
import type { SendOptions, ServiceClient, Services } from '../../service/port.ts';
import { readTarget } from '../../service/read-target.ts';
import { userKeyHash } from '../records/receipts/receipt.ts';
import { addressChanged, notReadBefore, outdated } from './failures.ts';
import type { LoginDigests } from './login-digests.ts';
import { type KeptPreview, refuseChanged } from './previews.ts';
import { holdsData, subscriptionIsActive } from './rules.ts';
import { identityOf } from './runs/preview/identity.ts';
import type { NewItem } from './runs/store/records.ts';
import { unreadable } from './unreadable.ts';

interface ItemDeps {
  services: Services;
  /** @throws Failure environment-not-found */
  settings(environmentId: string): EnvironmentSettings;
  logins: LoginDigests;
  /** Milliseconds since the epoch. */
  now(): number;
}

/**
 * Reads a conversation again just before its deletion and returns the item to send.
 * @throws Failure preview-outdated if it differs from the preview; why it cannot be read
 */
export async function itemToSend(
  preview: KeptPreview,
  signal: AbortSignal,
  deps: ItemDeps,
): Promise<NewItem> {
  const { environmentId, conversationId, mode, settings } = preview;
  if (deps.settings(environmentId).baseUrl !== settings.baseUrl) {
    throw addressChanged();
  }
  let login: string | undefined;
  const beforeSend = (used: string | undefined) => {
    login = used;
  };
  const value = await readAgain(deps.services.client(environmentId), preview, { signal, beforeSend });
  const userKey = value?.userKey;
  return {
    conversationId,
    plan: [mode],
    record: {
      attempts: 0,
      readAt: deps.now(),
      // If it could not be read, missing data proves nothing.
      hadData: value !== undefined && holdsData(value),
      // A user has confirmed it, also where the interface leaves the result open.
      unclear: true,
      ...omitUndefined({
        status: value?.status,
        loginDigest: login === undefined ? undefined : await deps.logins.of(login),
        userKeyHash: typeof userKey === 'string' && userKey !== '' ? userKeyHash(userKey) : undefined,
      }),
    },
  };
}

/** Returns undefined if it was previewed without being readable and still is not. */
async function readAgain(
  client: ServiceClient,
  preview: KeptPreview,
  options: SendOptions,
): Promise<Conversation | undefined> {
  let value: Conversation;
  try {
    ({ value } = await readTarget(client, preview.conversationId, options));
  } catch (error) {
    if (preview.isUnreadable && unreadable(error) !== undefined) {
      return undefined;
    }
    throw notReadBefore(error);
  }
  if (preview.isUnreadable) {
    throw outdated('the conversation can be read now, so whose data it is can be checked first');
  }
  refuseChanged(preview, {
    status: value.status,
    subscriptionActive: subscriptionIsActive(value),
    identity: identityOf(value.userKey, preview.conversationId),
  });
  return value;
}
