import type { ExamReport } from '../../../preload/contract/examine.ts';
import { localDay } from '../../../preload/shared/calendar.ts';
import type { HandlersOf } from '../../bridge/handlers.ts';
import { saveContent } from '../../bridge/save-content.ts';
import { Failure } from '../../common/failure.ts';
import { defaultLimits } from '../../examine/examine.ts';
import { htmlReport } from '../../examine/report/html.ts';
import { rules } from '../../examine/rules.ts';
import type { Core } from '../../hosts/core.ts';
import { authoritiesOf, signingKey } from './compose.ts';
import { ExamWork } from './exam-work.ts';
import { permittedReceiver } from './permitted-receiver.ts';

/** Returns the operations `examine.*`: the exam of a receiver of callbacks (interface 6). */
export function composeExamine(core: Core): HandlersOf<'examine'> {
  const work = new ExamWork();
  core.opened.defer(() => work.close());
  /** The last report of each environment. */
  const reports = new Map<string, ExamReport>();
  let isRunning = false;

  return {
    'examine.rules': () => ({
      rules: rules.map(({ id, group, title, section, sends, expects }) => ({
        id,
        group,
        title,
        section,
        sends,
        expects,
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
        const address = await permittedReceiver(request, 'Nothing was examined');
        const key = await signingKey(core, environmentId, request.keyId, 'Nothing was examined');
        const report = await work.run(
          {
            address,
            key,
            limits: {
              ...defaultLimits,
              answerWithinMs: request.answerWithin * 1000,
              maxBodyBytes: request.maxBody * 1024,
            },
            authorities: address.url.startsWith('https:') ? await authoritiesOf(core, environmentId) : [],
            secrets: core.redaction.secrets(),
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
      const fileName = `receiver-exam-${localDay(Date.parse(report.startedAt))}.${as}`;
      const contentType = as === 'html' ? 'text/html;charset=UTF-8' : 'application/json';
      return saveContent(
        core.host,
        { fileName, contentType, content: () => Buffer.from(text) },
        signal,
        progress,
      );
    },
  };
}
