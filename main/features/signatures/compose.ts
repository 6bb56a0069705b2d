import type { Core } from '../../hosts/core.ts';
import type { Services } from '../../service/port.ts';
import { signatureHandlers } from './handlers.ts';
import { SignatureWork } from './signature-work.ts';

/** Verifying and explaining signatures. `work` also checks received callbacks. */
export function composeSignatures({ environments, opened, system }: Core, services: Services) {
  const work = new SignatureWork();
  opened.defer(() => work.close());
  return {
    work,
    handlers: signatureHandlers({ keys: environments, services, work, now: () => system.now() }),
  };
}
