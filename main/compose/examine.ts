import { examineHandlers } from '../examine/handlers.ts';
import { Failure } from '../failure.ts';
import { contextFor, trustedAuthorities } from '../service/transport/authorities.ts';
import type { Core } from './core.ts';

/** The exam of receivers of callbacks. */
export function composeExamine({ environments, host, redaction, system }: Core) {
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
    secureContext: async (environmentId) => {
      const { extraCaFile } = environments.settings(environmentId);
      return contextFor(await trustedAuthorities(extraCaFile, system.readFile), undefined);
    },
    redact: (text) => redaction.text(text),
    host,
    now: () => system.now(),
  });
}
