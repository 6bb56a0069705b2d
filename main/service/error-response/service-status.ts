import type { Message } from '../messages/message.ts';
import {
  gatewayStatus,
  isRedirect,
  notFound,
  plainStatus,
  proxyAnswer,
  type StatusEntry,
  type Subject,
  serviceStatus,
  unexpected,
} from '../messages/status.ts';

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
function conflictMessage(statusDetail: string, words = ''): Message {
  const message = Object.hasOwn(conflicts, statusDetail) ? conflicts[statusDetail] : undefined;
  if (message) {
    return message;
  }
  const detail = statusDetail === '' ? '' : ` ${statusDetail}`;
  return {
    message: `The state of the conversation does not allow it (409${detail}).${words === '' ? '' : ` The service says: “${words}”`}`,
    hint: 'Refresh the conversation to see its state.',
  };
}

const conflictEntry: StatusEntry = {
  code: 'conflict',
  message: ({ statusDetail, words }) => conflictMessage(statusDetail, words).message,
  hint: ({ statusDetail, words }) => conflictMessage(statusDetail, words).hint,
};

/** Statuses that mean the same with a web page as without one. */
const withAnyBody: Readonly<Record<number, StatusEntry>> = {
  401: serviceStatus.credentials,
  402: serviceStatus.plan,
  407: proxyAnswer,
  429: serviceStatus.rateLimited,
  500: serviceStatus.serverError,
  502: gatewayStatus.failed,
  503: gatewayStatus.failed,
  504: gatewayStatus.failed,
  ...plainStatus,
};

/**
 * Returns the code and texts for a status of an operation (interface 7.1).
 *
 * @param subject what the operation is about
 * @param body whether it is a web page, and whether the service's error object: a 410 without that may come from a gateway
 */
export function serviceEntry(
  subject: Subject,
  status: number,
  { html, errorObject }: { html: boolean; errorObject: boolean },
): StatusEntry {
  const entry = withAnyBody[status];
  if (entry !== undefined) {
    return entry;
  }
  if (status === 403) {
    return html ? gatewayStatus.refused : serviceStatus.forbidden;
  }
  if (isRedirect(status)) {
    return unexpected.redirect;
  }
  if (html) {
    return unexpected.page;
  }
  const withoutPage: Readonly<Record<number, StatusEntry>> = {
    400: serviceStatus.badRequest,
    404: notFound(subject),
    409: conflictEntry,
    410: errorObject ? serviceStatus.gone : unexpected.status,
  };
  return withoutPage[status] ?? unexpected.status;
}
