import type { Handlers } from '../bridge/handlers.ts';
import { checkConnection } from './check/check.ts';
import type { ServicesParts } from './services.ts';
import { noConnectionSecrets } from './transport/transport.ts';

/** "Check connection". */
export function connectionHandlers(parts: ServicesParts): Pick<Handlers, 'connection.check'> {
  const { edges } = parts;
  return {
    'connection.check'({ environmentId }, { signal, progress }) {
      const settings = parts.settings(environmentId);
      const apiKey = () => parts.apiKey(environmentId, settings);
      const secrets = parts.connectionSecrets?.(environmentId, settings) ?? noConnectionSecrets;
      return checkConnection({ settings, apiKey, secrets, edges }, { signal, progress });
    },
  };
}
