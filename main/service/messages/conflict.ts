import type { Message } from './message.ts';

/**
 * The conflicts of a deletion (409, interface 3.3): what each means and what to do. Used by the preview of a deletion
 * and by the failure.
 */
const conflicts: Readonly<Record<string, Message>> = {
  ConversationAlreadyFinished: {
    message: 'The conversation is already finished, so it cannot be expired.',
    hint: 'To remove the data it holds, delete its data instead.',
  },
  ConversationNotYetFinished: {
    message: 'The conversation is not finished yet, so its data cannot be deleted.',
    hint: 'Expire it to block it now, or delete its data once it is finished.',
  },
  ActiveSubscriptionExists: {
    message: 'AML monitoring is still active for this conversation, so its data cannot be deleted.',
    hint: 'End the monitoring first, in the service’s administration panel or through its support, then delete the data.',
  },
};

/** `said` is the service's own message, sanitized; empty when there is none. */
export function conflictMessage(statusDetail: string, said = ''): Message {
  const message = Object.hasOwn(conflicts, statusDetail) ? conflicts[statusDetail] : undefined;
  if (message) {
    return message;
  }
  const detail = statusDetail === '' ? '' : ` ${statusDetail}`;
  return {
    message: `The state of the conversation does not allow it (409${detail}).${said === '' ? '' : ` The service says: “${said}”`}`,
    hint: 'Refresh the conversation to see its state.',
  };
}
