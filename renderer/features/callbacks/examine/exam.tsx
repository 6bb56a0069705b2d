import { Button, Group } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { useEffect } from 'react';
import { type StoreApi, useStore } from 'zustand';
import type { EnvironmentView } from '../../../../preload/contract/environments.ts';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { submitted } from '../../../ui/submitted.ts';
import { publicIpOf, useSigningKey } from '../receiver-fields.tsx';
import classes from '../sending.module.css';
import { ExamFormView } from './exam-form.tsx';
import { ExamRules } from './exam-rules.tsx';
import type { ExamState } from './exam-store.ts';
import { ExamSummary } from './exam-summary.tsx';

interface ExamProps {
  store: StoreApi<ExamState>;
  environment: EnvironmentView;
  onSettings(): void;
}

/** Examines a receiver by every rule of interface 6, with the progress of each rule and the report. */
export function Exam({ store, environment, onSettings }: ExamProps) {
  // The functions stay the same, unlike the state that holds them.
  const { open, change, start, end, save } = store.getState();
  const { rules, form, running, currentId, examined, report, failure, saved } = useStore(store);
  useEffect(() => open(environment.id), [open, environment.id]);
  const keys = environment.signingKeys;
  const keyId = useSigningKey(keys, form.keyId, change);
  const publicIp = publicIpOf(failure);
  return (
    <div className={classes.columns}>
      <form className={classes.form} onSubmit={submitted(start)}>
        <ExamFormView
          form={{ ...form, keyId }}
          keys={keys}
          disabled={running}
          onChange={change}
          onSettings={onSettings}
        />
        <Group>
          {running ? (
            <Button leftSection={<IconPlayerStop size={14} />} onClick={end}>
              End the exam
            </Button>
          ) : (
            <Button
              variant="filled"
              type="submit"
              leftSection={<IconPlayerPlay size={14} />}
              disabled={keyId === null || form.url.trim() === ''}
            >
              {report ? 'Examine again' : 'Examine'}
            </Button>
          )}
        </Group>
      </form>
      <section className={classes.result} aria-label="Exam">
        {failure && (
          <FailureNotice failure={failure} onRetry={() => void start()}>
            {publicIp !== undefined && (
              <Button onClick={() => void start(publicIp)}>Examine {publicIp} anyway</Button>
            )}
          </FailureNotice>
        )}
        <ExamSummary
          rules={rules}
          examined={examined}
          currentId={currentId}
          running={running}
          report={report}
          saved={saved}
          onSave={(as) => void save(as)}
        />
        <ExamRules rules={rules} examined={examined} isRunning={running} currentId={currentId} />
      </section>
    </div>
  );
}
