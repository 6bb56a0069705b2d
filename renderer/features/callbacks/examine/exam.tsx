import { Box, Button, Flex, Group, NumberInput, Progress, Text } from '@mantine/core';
import { IconDownload, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { type StoreApi, useStore } from 'zustand';
import type { ExamReport } from '../../../../preload/contract/examine.ts';
import { omitUndefined } from '../../../../preload/contract/objects.ts';
import { counted } from '../../../../preload/wording/terms.ts';
import { useBridgeQuery } from '../../../bridge/use-bridge.tsx';
import { useEnvironment, useEnvironmentAction } from '../../../environments/use-environment.ts';
import { savedText, startDownload } from '../../../ui/download.ts';
import layout from '../../../ui/layout.module.css';
import { FailureNotice } from '../../../ui/notices.tsx';
import type { Tone } from '../../../ui/status-badge.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { submitted, useFormCheck } from '../../../ui/use-form-check.ts';
import { publicIpOf, ReceiverFields, signingKeyOf } from '../receiver-fields.tsx';
import classes from '../sending.module.css';
import type { ExamDraft } from './exam-draft.ts';
import { ExamRules } from './exam-rules.tsx';

interface ExamProps {
  store: StoreApi<ExamDraft>;
}

/** Examines a receiver by every rule of interface 6, with the progress of each rule and the report. */
export function Exam({ store }: ExamProps) {
  const { signingKeys: keys } = useEnvironment();
  const form = useStore(store);
  const rules = useBridgeQuery('examine.rules', {}, { keep: true });
  const exam = useEnvironmentAction('examine.run', {}, { keep: true, latestOnly: true });
  const saving = useEnvironmentAction('examine.save');
  const { busy, data: report } = exam;
  const all = rules.data?.rules ?? [];
  const results = Object.fromEntries(
    (report?.rules ?? exam.reports.flatMap((step) => step.examined ?? [])).map((rule) => [rule.id, rule]),
  );
  const currentId = exam.progress?.ruleId;
  const keyId = signingKeyOf(keys, form.keyId);
  const check = useFormCheck({ url: form.url.trim() === '' && 'Enter the address of the receiver.' });
  const start = (confirmedIp?: string) => {
    if (check.passes() && keyId !== null) {
      saving.reset();
      void exam.run({ ...form, keyId, ...omitUndefined({ confirmedIp }) });
    }
  };
  const publicIp = publicIpOf(exam.failure);
  const otherFailure = rules.failure ?? saving.failure;
  return (
    <div className={classes.columns}>
      <form ref={check.ref} className={classes.form} onSubmit={submitted(() => start())}>
        <p className={layout.quietParagraph}>
          Sends about 1,300 valid and invalid messages about invented people to your receiver, and judges its
          answers by every rule of section 6.
        </p>
        <ReceiverFields
          url={form.url}
          keyId={keyId}
          errors={check.errors}
          keyDescription="The key that the receiver has"
          disabled={busy}
          onChange={store.setState}
        />
        <NumberInput
          label="Response timeout, in seconds"
          description="The interface states no limit."
          min={1}
          max={120}
          clampBehavior="strict"
          disabled={busy}
          value={form.answerWithin}
          onChange={(value) => store.setState({ answerWithin: typeof value === 'number' ? value : 10 })}
        />
        <NumberInput
          label="Largest body, in KiB"
          description="The interface states no limit."
          min={1}
          max={8192}
          clampBehavior="strict"
          disabled={busy}
          value={form.maxBody}
          onChange={(value) => store.setState({ maxBody: typeof value === 'number' ? value : 256 })}
        />
        <Group>
          {busy ? (
            <Button leftSection={<IconPlayerStop size={14} />} onClick={exam.stop}>
              End the exam
            </Button>
          ) : (
            <Button
              variant="filled"
              type="submit"
              leftSection={<IconPlayerPlay size={14} />}
              disabled={keyId === null}
            >
              {report ? 'Examine again' : 'Examine'}
            </Button>
          )}
        </Group>
      </form>
      <section className={classes.result} aria-label="Exam">
        {exam.failure && (
          <FailureNotice failure={exam.failure} onRetry={() => start()}>
            {publicIp !== undefined && (
              <Button onClick={() => start(publicIp)}>Examine {publicIp} anyway</Button>
            )}
          </FailureNotice>
        )}
        {otherFailure && <FailureNotice failure={otherFailure} />}
        {busy ? (
          <>
            <Progress
              aria-hidden
              value={all.length === 0 ? 0 : (100 * Object.keys(results).length) / all.length}
            />
            <p className={layout.quietParagraph}>
              {Object.keys(results).length} of {all.length} rules
              {all.flatMap(({ id, title }) => (id === currentId ? `. Now: ${title}` : []))}
            </p>
          </>
        ) : report ? (
          <Result report={report} />
        ) : (
          <p className={layout.quietParagraph}>
            {all.length === 0 ? '' : `${all.length} rules, in this order:`}
          </p>
        )}
        <ExamRules rules={all} results={results} currentId={busy ? currentId : undefined} isRunning={busy} />
      </section>
    </div>
  );
}

const outcomes: Record<ExamReport['outcome'], { label: string; tone: Tone; text: string }> = {
  passed: { label: 'Passed', tone: 'good', text: 'The receiver follows every rule.' },
  failed: {
    label: 'Failed',
    tone: 'bad',
    text: 'Open a failed rule to see what came back and how to fix it.',
  },
  incomplete: {
    label: 'Not complete',
    tone: 'caution',
    text: 'No rule failed, but not every rule could be judged.',
  },
};

/** Shows the result of the exam, and saves its report. */
function Result({ report }: { report: ExamReport }) {
  const { run, data } = useEnvironmentAction('examine.save');
  const save = async (as: 'html' | 'json') => startDownload(await run({ as }));
  const { label, tone, text } = outcomes[report.outcome];
  const { passed, failed, 'cannot-tell': unclear } = report.counts;
  const where = savedText(data);
  const { diagnosis } = report;
  return (
    <>
      {diagnosis && (
        <Box className={layout.tinted} data-tone="bad" px={12} py={10} role="status">
          <Text fw={600} fz={15}>
            {diagnosis.headline}: {counted(diagnosis.rules.length, 'rule')}
          </Text>
          <Text>{diagnosis.fix}</Text>
        </Box>
      )}
      <Flex wrap="wrap" align="center" columnGap={12} rowGap={6} role="status">
        <StatusBadge status={label} tone={tone} />
        <span>
          {passed} passed, {failed} failed, {unclear} inconclusive. {text}
        </span>
      </Flex>
      <Group>
        <Button leftSection={<IconDownload size={14} />} onClick={() => void save('html')}>
          Save as HTML
        </Button>
        <Button leftSection={<IconDownload size={14} />} onClick={() => void save('json')}>
          Save as JSON
        </Button>
        {where !== undefined && (
          <span className={layout.quiet} role="status">
            {where}.
          </span>
        )}
      </Group>
    </>
  );
}
