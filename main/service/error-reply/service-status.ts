import { conflictMessage } from '../messages/conflict.ts';
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

const conflictEntry: StatusEntry = {
  code: 'conflict',
  message: ({ statusDetail, said }) => conflictMessage(statusDetail, said).message,
  hint: ({ statusDetail, said }) => conflictMessage(statusDetail, said).hint,
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

/** Returns the code and texts for a status of an operation (interface 7.1); `subject` is what the operation is about. */
export function serviceEntry(subject: Subject, status: number, html: boolean): StatusEntry {
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
    410: serviceStatus.gone,
  };
  return withoutPage[status] ?? unexpected.status;
}
