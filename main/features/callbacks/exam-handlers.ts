import type { ExamReport } from '../../../preload/contract/examine.ts';
import type { HandlersOf } from '../../bridge/handlers.ts';
import type { Host } from '../../bridge/host.ts';
import { saveContent } from '../../bridge/save-content.ts';
import { Failure } from '../../common/failure.ts';
import { defaultLimits } from '../../examine/examine.ts';
import type { LookupAll } from '../../examine/receiver/address.ts';
import { htmlReport } from '../../examine/report/html.ts';
import { rules } from '../../examine/rules.ts';
import type { ExamWork } from './exam-work.ts';
import { permittedReceiver } from './permitted-receiver.ts';

export interface ExamineHandlerDeps {
  /** Returns a signing key of an environment. @throws Failure credentials-missing, keychain-* */
  signingKey(environmentId: string, keyId: string): Promise<string>;
  /** Returns the authorities that the environment trusts, as PEM. @throws Failure file-unreadable */
  authorities(environmentId: string): Promise<string[]>;
  /** Returns all secrets in use, which are removed from a receiver's answers. */
  secrets(): string[];
  work: Pick<ExamWork, 'run'>;
  host: Pick<Host, 'saveFile'>;
  lookup?: LookupAll;
}

/** Returns the operations `examine.*`: the exam of a receiver of callbacks (interface 6). */
export function examineHandlers(deps: ExamineHandlerDeps): HandlersOf<'examine'> {
  const { work, host } = deps;
  /** The last report of each environment. */
  const reports = new Map<string, ExamReport>();
  let isRunning = false;

  return {
    'examine.rules': () => ({
      rules: rules.map(({ id, group, title, section, sends, expects }) => ({
        ...{ id, group, title, section, sends, expects },
      })),
    }),
    async 'examine.run'({ environmentId, ...request }, { signal, progress }) {
      if (isRunning) {
        throw new Failure({
          code: 'busy',
          message: 'Another exam is running. Two at once would distort each other’s times.',
          hint: 'Wait for it to finish, or end it.',
        });
      }
      isRunning = true;
      try {
        const address = await permittedReceiver(request, 'Nothing was examined', deps.lookup);
        const key = await deps.signingKey(environmentId, request.keyId);
        const report = await work.run(
          {
            address,
            key,
            limits: {
              ...defaultLimits,
              answerWithinMs: request.answerWithin * 1000,
              maxBodyBytes: request.maxBody * 1024,
            },
            authorities: address.url.startsWith('https:') ? await deps.authorities(environmentId) : [],
            secrets: deps.secrets(),
          },
          signal,
          progress,
        );
        reports.set(environmentId, report);
        return report;
      } finally {
        isRunning = false;
      }
    },
    'examine.save'({ environmentId, as }, { signal, progress }) {
      const report = reports.get(environmentId);
      if (report === undefined) {
        throw new Failure({ code: 'reading-expired', message: 'There is no report of an exam to save.' });
      }
      const text = as === 'html' ? htmlReport(report) : `${JSON.stringify(report, null, 2)}\n`;
      const fileName = `receiver-exam-${report.startedAt.slice(0, 10)}.${as}`;
      const contentType = as === 'html' ? 'text/html;charset=UTF-8' : 'application/json';
      return saveContent(host, { fileName, contentType, content: () => Buffer.from(text) }, signal, progress);
    },
  };
}
