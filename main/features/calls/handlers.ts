import { omitUndefined } from '../../../preload/contract/objects.ts';
import { curlCommand } from '../../../preload/shared/curl.ts';
import type { HandlersOf } from '../../bridge/handlers.ts';
import { Failure } from '../../common/failure.ts';
import type { CallLog } from './call-log.ts';

/** Returns the operations `calls.*`: what was sent, and how it went. */
export function callHandlers({ log }: { log: CallLog }): HandlersOf<'calls'> {
  function requestOf(environmentId: string, id: number) {
    const request = log.request(environmentId, id);
    if (request === undefined) {
      throw new Failure({
        code: 'reading-expired',
        message: 'This call is no longer available.',
        hint: 'Make the call again.',
      });
    }
    return request;
  }
  return {
    async 'calls.list'({ environmentId, after }) {
      await log.load(environmentId);
      return log.list(environmentId, after);
    },

    'calls.get'({ environmentId, id }) {
      const { headers, body } = requestOf(environmentId, id);
      return { headers: headers.map(([name, value]) => [name, value]), ...omitUndefined({ body }) };
    },

    'calls.curl'({ environmentId, id, shell }) {
      return { command: curlCommand(requestOf(environmentId, id), shell) };
    },

    'calls.clear'({ environmentId }) {
      log.forget(environmentId);
      return {};
    },
  };
}
