import { conflictMessage } from '../messages/conflict.ts';
import {
  gatewayStatus,
  notFound,
  proxyAnswer,
  type StatusEntry,
  type Subject,
  serviceStatus,
  unexpected,
} from '../messages/status.ts';

/** The code and texts for a status of an operation (interface 7.1); `subject` is what the operation is about. */
export function serviceEntry(subject: Subject, status: number, html: boolean): StatusEntry {
  if (status === 407) {
    return proxyAnswer;
  }
  if (status === 402) {
    return serviceStatus.plan;
  }
  if (status === 401) {
    return serviceStatus.credentials;
  }
  if (status === 429) {
    return serviceStatus.rateLimited;
  }
  if (status === 403) {
    return html ? gatewayStatus.refused : serviceStatus.forbidden;
  }
  if (status === 502 || status === 503 || status === 504) {
    return gatewayStatus.failed;
  }
  if (status === 500) {
    return serviceStatus.serverError;
  }
  if (status >= 300 && status < 400) {
    return unexpected.redirect;
  }
  if (html) {
    return unexpected.page;
  }
  if (status === 400) {
    return serviceStatus.badRequest;
  }
  if (status === 404) {
    return notFound(subject);
  }
  if (status === 409) {
    return conflictEntry;
  }
  return status === 410 ? serviceStatus.gone : unexpected.status;
}

const conflictEntry: StatusEntry = {
  code: 'conflict',
  texts: ({ statusDetail, said }) => conflictMessage(statusDetail, said),
};
