import type { Handlers } from '../bridge/handlers.ts';
import { checkConnection } from './check/check.ts';
import type { ServicesDeps } from './services.ts';
import { noConnectionSecrets } from './transport/transport.ts';

/** The operation of “Check connection”. */
export function connectionHandlers(parts: ServicesDeps): Pick<Handlers, 'connection.check'> {
  const { system } = parts;
  return {
    'connection.check'({ environmentId }, { signal, progress }) {
      const settings = parts.settings(environmentId);
      const apiKey = () => parts.apiKey(environmentId, settings);
      const secrets = parts.connectionSecrets?.(environmentId, settings) ?? noConnectionSecrets;
      const recorder = parts.recorder?.(environmentId);
      return checkConnection({ settings, apiKey, secrets, recorder, system }, { signal, progress });
    },
  };
}
