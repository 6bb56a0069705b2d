import type { CallLogPreference } from '../../../preload/contract/application.ts';
import type { Core } from '../../hosts/core.ts';
import type { Effect } from '../../service/caller.ts';
import { connectionHandlers } from '../../service/handlers.ts';
import { createServices } from '../../service/services.ts';
import { checkPolicy } from '../policy/rules.ts';
import { CallLog } from './call-log.ts';
import { callHandlers } from './handlers.ts';

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
    handlers: { ...connectionHandlers(deps), ...callHandlers({ log: callLog }) },
  };
}
