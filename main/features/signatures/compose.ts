import type { Core } from '../../hosts/core.ts';
import type { Services } from '../../service/port.ts';
import { ExplainWork } from './explain-work.ts';
import { signatureHandlers } from './handlers.ts';
import { SignatureWork } from './signature-work.ts';

/** Verifying and explaining signatures, each in a thread of its own. */
export function composeSignatures({ environments, opened, system }: Core, services: Services) {
  const work = new SignatureWork();
  opened.defer(() => work.close());
  const search = new ExplainWork();
  opened.defer(() => search.close());
  return signatureHandlers({ keys: environments, services, work, search, now: () => system.now() });
}
