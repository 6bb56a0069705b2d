import { curlCommand } from '../../../preload/shared/curl.ts';
import type { HandlersOf } from '../../bridge/handlers.ts';
import { Failure } from '../../common/failure.ts';
import type { CallLog } from './call-log.ts';

/** Returns the operations `calls.*`: what this session sent, and how it went. */
export function callHandlers({ log }: { log: CallLog }): HandlersOf<'calls'> {
  return {
    'calls.list': ({ environmentId, after }) => log.list(environmentId, after),

    'calls.curl'({ environmentId, id, shell }) {
      const request = log.request(environmentId, id);
      if (request === undefined) {
        throw new Failure({
          code: 'reading-expired',
          message: 'This call is no longer available. The last 2,000 calls of this session are kept.',
          hint: 'Make the call again.',
        });
      }
      return { command: curlCommand(request, shell) };
    },

    'calls.clear'({ environmentId }) {
      log.forget(environmentId);
      return {};
    },
  };
}
