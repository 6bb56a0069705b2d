import type { Core } from '../../hosts/core.ts';
import { authoritiesOf, signingKey } from './compose.ts';
import { examineHandlers } from './exam-handlers.ts';
import { ExamWork } from './exam-work.ts';

/** Builds the exam of receivers of callbacks. */
export function composeExamine(core: Core) {
  const { host, opened, redaction } = core;
  const work = new ExamWork();
  opened.defer(() => work.close());
  return examineHandlers({
    signingKey: (environmentId, keyId) => signingKey(core, environmentId, keyId, 'Nothing was examined'),
    authorities: (environmentId) => authoritiesOf(core, environmentId),
    secrets: () => redaction.secrets(),
    work,
    host,
  });
}
