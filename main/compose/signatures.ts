import type { Services } from '../service/port.ts';
import { ExplainWork } from '../signatures/explain-work.ts';
import { signatureHandlers } from '../signatures/handlers.ts';
import { SignatureWork } from '../signatures/signature-work.ts';
import type { Core } from './core.ts';

/** Verifying and explaining signatures, each in a thread of its own. */
export function composeSignatures({ environments, opened, system }: Core, services: Services) {
  const work = new SignatureWork();
  opened.defer(() => work.close());
  const search = new ExplainWork();
  opened.defer(() => search.close());
  return signatureHandlers({ keys: environments, services, work, search, now: () => system.now() });
}
