import type { EnvironmentSettings } from '../../preload/contract/environments.ts';
import { basicAuthentication } from './authentication/basic.ts';
import type { ApiKey, Authentication } from './authentication/credentials.ts';
import { oauthAuthentication } from './authentication/oauth.ts';
import { fetchToken } from './authentication/token.ts';
import { createCaller } from './caller.ts';
import type { Edges } from './edges.ts';
import { createOperations } from './operations.ts';
import type { ServiceClient } from './port.ts';
import { withRetries } from './retry.ts';
import type { Transport } from './transport/transport.ts';

export interface ClientParts {
  settings: EnvironmentSettings;
  /** From the keychain; undefined when none was entered. */
  apiKey: () => Promise<ApiKey | undefined>;
  transport: Pick<Transport, 'send'>;
  edges: Pick<Edges, 'now' | 'random' | 'sleep'>;
}

/** The service in one environment: the eight operations of section 4 with the authentication of section 5. */
export function createServiceClient(parts: ClientParts): ServiceClient {
  const { settings, transport, edges } = parts;
  const { scheme } = settings.authentication;
  const authentication = createAuthentication(parts);
  return createOperations(settings, createCaller({ transport, authentication, scheme, edges }));
}

function createAuthentication({ settings, apiKey, transport, edges }: ClientParts): Authentication {
  const { authentication, baseUrl } = settings;
  if (authentication.scheme === 'basic') return basicAuthentication(apiKey);
  return oauthAuthentication(
    apiKey,
    (key, signal) =>
      // Asking for a token changes nothing, so it is repeated like a read. What fails here has not reached the service.
      withRetries(
        () => fetchToken({ baseUrl, authentication }, key, transport, edges.now, signal),
        edges,
        signal,
      ),
    edges.now,
  );
}
