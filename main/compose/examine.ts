import type { SecureContext } from 'node:tls';
import { examineHandlers } from '../examine/handlers.ts';
import { Failure } from '../failure.ts';
import { contextFor, trustedAuthorities } from '../service/transport/authorities.ts';
import type { Core } from './core.ts';

/** The authorities that an environment trusts, its own included. @throws Failure file-unreadable */
export async function trustedContext(
  { environments, system }: Core,
  environmentId: string,
): Promise<SecureContext> {
  const { extraCaFile } = environments.settings(environmentId);
  return contextFor(await trustedAuthorities(extraCaFile, system.readFile), undefined);
}

/** The exam of receivers of callbacks. */
export function composeExamine(core: Core) {
  const { environments, host, redaction, system } = core;
  return examineHandlers({
    async signingKey(environmentId, keyId) {
      const found = await environments.signingKey(environmentId, keyId);
      if (found === undefined) {
        throw new Failure({
          code: 'credentials-missing',
          message: 'Nothing was examined: the signing key is no longer in this environment.',
          hint: 'Choose another key, or add one in Settings.',
        });
      }
      return found.key;
    },
    secureContext: (environmentId) => trustedContext(core, environmentId),
    redact: (text) => redaction.text(text),
    host,
    now: () => system.now(),
  });
}
