import type { CallLogPreference } from '../../../preload/contract/application.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import { curlCommand } from '../../../preload/shared/curl.ts';
import type { HandlersOf } from '../../bridge/handlers.ts';
import { Failure } from '../../common/failure.ts';
import type { Core } from '../../hosts/core.ts';
import type { Effect } from '../../service/caller.ts';
import { connectionHandlers } from '../../service/handlers.ts';
import { createServices } from '../../service/services.ts';
import { checkPolicy } from '../policy/rules.ts';
import { CallLog } from './call-log.ts';

/** Builds the clients of the service, and the log of their requests. */
export function composeService(
  { environments, eventBus, opened, policy, redaction, system }: Core,
  preference: () => CallLogPreference,
) {
  const callLog = new CallLog({
    redact: (value) => redaction.value(value),
    preference,
    onChange: (environmentIds) => eventBus.emit('calls.changed', { environmentIds }),
  });
  opened.defer(() => callLog.close());
  const deps = {
    recorder: (environmentId: string) => callLog.recorder(environmentId),
    settings: (environmentId: string) => environments.settings(environmentId),
    apiKey: environments.apiKeyToSend,
    connectionSecrets: environments.connectionSecrets,
    system,
    // The last gate, for runs that were planned before the policy forbade them.
    async permit(effect: Effect) {
      if (effect === 'delete') {
        checkPolicy(await policy.current(), 'delete', {});
      }
    },
  };
  const services = createServices(deps);
  opened.defer(() => services.close());
  environments.onChange((environmentId) => {
    if (environments.knownIds().includes(environmentId)) {
      services.renew(environmentId);
    } else {
      services.remove(environmentId);
      callLog.forget(environmentId);
    }
  });
  return {
    services,
    callLog,
    handlers: { ...connectionHandlers(deps), ...callHandlers(callLog) },
  };
}

/** Returns the operations `calls.*`: what was sent, and how it went. */
function callHandlers(log: CallLog): HandlersOf<'calls'> {
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
