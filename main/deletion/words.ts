import type { DeletionMode } from '../../preload/contract/deletion.ts';
import type { Expectation } from './rules.ts';

/** What each mode does, before anything is known of the conversation (interface 3.1, 3.3). */
const effects: Record<DeletionMode, string[]> = {
  EXPIRE: [
    'The verification is blocked: a user who opens it is sent to the return address.',
    'The service sends an EXPIRED callback. The data collected so far is not deleted.',
    'It cannot be undone.',
  ],
  DELETE_DATA: [
    'The data of the finished conversation is deleted at the service: user data, documents, faces, reports.',
    'Callbacks of this conversation that are still on their way may then never arrive.',
    'It cannot be undone.',
  ],
};

/** Each refusal of interface 3.3: what it means, and the way out. */
const refusals: Record<string, { message: string; wayOut: string }> = {
  ConversationAlreadyFinished: {
    message: 'The service refuses to expire it: the conversation is already finished.',
    wayOut:
      'A finished conversation no longer needs expiring. To remove what it holds, delete its data instead.',
  },
  ConversationNotYetFinished: {
    message: 'The service refuses to delete its data: the conversation is not finished yet.',
    wayOut: 'Expire it to block it now, or wait until the user finishes and delete the data then.',
  },
  ActiveSubscriptionExists: {
    message: 'The service refuses to delete its data: periodic AML checking is still active for it.',
    wayOut:
      'End the AML subscription first, where it was set up (this interface has no operation for it; ask the service’s administration), then delete the data.',
  },
};

export function refusal(statusDetail: string | undefined): { message: string; wayOut: string } {
  return (
    (statusDetail === undefined ? undefined : refusals[statusDetail]) ?? {
      message: `The service refuses it${statusDetail ? ` (${statusDetail})` : ''}.`,
      wayOut:
        'This refusal is not one the interface document names; show the request id to the service’s support.',
    }
  );
}

/** What a deletion will do or why it will be refused, in sentences, from a fresh read. */
export function forecastSentences(
  mode: DeletionMode,
  status: string | undefined,
  expected: Expectation,
): string[] {
  if (expected.expectation === 'refused') {
    const { message, wayOut } = refusal(expected.statusDetail);
    return [message, wayOut];
  }
  if (expected.expectation === 'accepted') return effects[mode];
  const doubt =
    status === 'EXPIRED' && mode === 'EXPIRE'
      ? 'The conversation is expired already; expiring it again should change nothing.'
      : `The interface document does not say whether this is allowed while the conversation is ${status ?? 'without a known status'}; the service decides.`;
  return [doubt, ...effects[mode]];
}

export const steps = {
  asking: (mode: DeletionMode) => `Asking the service: DELETE with mode ${mode}.`,
  accepted: 'Accepted (202). That is not yet the effect; reading the conversation to see it.',
  unknown:
    'The connection failed after the request may have left. It is not sent again; the conversation is read instead.',
  reading: 'Reading the conversation.',
  notSeen: 'Not to be seen yet.',
  seen: {
    EXPIRE: 'Seen: the conversation’s status is EXPIRED.',
    DELETE_DATA: 'Seen: the service no longer gives the data.',
  },
};

export const outcomes = {
  done: {
    EXPIRE: 'Expired. The conversation was read back and its status is EXPIRED.',
    DELETE_DATA: 'Deleted. The conversation was read back and its data is no longer given.',
  },
  acceptedNotSeen: {
    message: 'The service accepted it, but the effect could not be seen yet.',
    hint: 'An acceptance is not the effect. Read the conversation again in a few minutes; if nothing has changed, show the request id to the service’s support.',
  },
  notDone: {
    message: 'It was not done: the connection failed, and the conversation read afterwards is unchanged.',
    hint: 'You may try again.',
  },
  unknown: {
    message:
      'It is not known whether it was done: the connection failed, and the conversation could not be read afterwards.',
    hint: 'Nothing is sent again by itself. Open the conversation when the service can be reached and look before you try again.',
  },
};
