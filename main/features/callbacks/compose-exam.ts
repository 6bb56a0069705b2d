import type { SecureContext } from 'node:tls';
import { Failure } from '../../common/failure.ts';
import { ExamWork } from '../../examine/exam-work.ts';
import { examineHandlers } from '../../examine/handlers.ts';
import type { Core } from '../../hosts/core.ts';
import { contextFor, trustedAuthorities } from '../../service/transport/authorities.ts';

/** Returns the authorities that an environment trusts, its own included. @throws Failure file-unreadable */
export async function trustedContext(
  { environments, system }: Core,
  environmentId: string,
): Promise<SecureContext> {
  return contextFor(await authoritiesOf({ environments, system }, environmentId), undefined);
}

function authoritiesOf(
  { environments, system }: Pick<Core, 'environments' | 'system'>,
  environmentId: string,
) {
  const { extraCaFile } = environments.settings(environmentId);
  return trustedAuthorities(extraCaFile, system.readFile);
}

/** Returns a signing key by its id. @throws Failure credentials-missing, which begins with what was not done */
export async function signingKey(
  { environments }: Pick<Core, 'environments'>,
  environmentId: string,
  keyId: string,
  notDone: string,
): Promise<string> {
  const found = await environments.signingKey(environmentId, keyId);
  if (found === undefined) {
    throw new Failure({
      code: 'credentials-missing',
      message: `${notDone}: the signing key is no longer in this environment.`,
      hint: 'Choose another key, or add one in Settings.',
    });
  }
  return found.key;
}

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
