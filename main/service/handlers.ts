import type { HandlersOf } from '../bridge/handlers.ts';
import type { ServicesDeps } from './services.ts';
import { noConnectionSecrets } from './transport/transport.ts';

/** Returns the operation of “Check connection”. */
export function connectionHandlers(deps: ServicesDeps): HandlersOf<'connection'> {
  const { system } = deps;
  return {
    async 'connection.check'({ environmentId, knownId }, { signal, progress }) {
      const { checkConnection } = await import('./check/connection-check.ts');
      const settings = deps.settings(environmentId);
      const apiKey = () => deps.apiKey(environmentId, settings);
      const secrets = deps.connectionSecrets?.(environmentId, settings) ?? noConnectionSecrets;
      const recorder = deps.recorder?.(environmentId);
      return checkConnection({ settings, apiKey, secrets, recorder, knownId, system }, { signal, progress });
    },
  };
}
