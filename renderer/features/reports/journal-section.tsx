import { Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { JournalReport } from '../../../preload/contract/journal.ts';
import { counted } from '../../../preload/wording/terms.ts';
import { useBridgeAction } from '../../bridge/use-bridge.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import layout from '../../ui/layout.module.css';
import { FailureNotice } from '../../ui/notices.tsx';
import { UnderPolicy } from '../../ui/policy.tsx';
import { Section } from '../../ui/section.tsx';

/** Shows the journal: checked, and saved as a file. */
export function JournalSection() {
  const verify = useBridgeAction('journal.verify', {});
  const confirmation = useBridgeAction('journal.confirm', {});
  const file = useBridgeAction('journal.export', {}, { saves: true });
  const report = verify.data;
  const failure = verify.failure ?? confirmation.failure ?? file.failure;
  const confirm = async () => {
    if (await confirmation.run({ seq: report?.head?.seq ?? 0 })) {
      await verify.run({}, 'Confirmed');
    }
  };
  return (
    <Section title="Check and export">
      <Stack align="flex-start" gap={10}>
        <Text maw={736}>
          It records what was done in this console, by which system user and when, and what the members of a
          team did. Entries are only added, and each one is chained to the one before.
        </Text>
        <Group gap={10}>
          <Button loading={verify.busy} onClick={() => void verify.run()}>
            Check the journal
          </Button>
          <UnderPolicy rule="export">
            <Button
              leftSection={<IconDownload size={14} />}
              onClick={() => void file.run({ format: 'jsonl' })}
            >
              Export as JSON lines
            </Button>
            <Button leftSection={<IconDownload size={14} />} onClick={() => void file.run({ format: 'csv' })}>
              Export as CSV
            </Button>
          </UnderPolicy>
        </Group>
        <p className={layout.explanation}>An export contains notes and comments unencrypted.</p>
        {report && <Report report={report} />}
        {report?.problems.some(({ isConfirmed }) => isConfirmed !== true) && (
          <>
            <p className={layout.explanation}>
              Write down what is missing or was changed first. Once it is confirmed, the journal counts as it
              is now, and evidence packs can be signed again. The journal records the confirmation.
            </p>
            <Button loading={confirmation.busy} onClick={() => void confirm()}>
              Confirm what was found
            </Button>
          </>
        )}
        {failure && failure.code !== 'cancelled' && <FailureNotice failure={failure} />}
      </Stack>
    </Section>
  );
}

function Report({ report }: { report: JournalReport }) {
  const { head, problems } = report;
  return (
    <>
      <Text maw={736} role="status" {...(problems.length > 0 && { c: 'error' })}>
        {reportText(report)}
      </Text>
      {problems.length > 0 && (
        <ul className={layout.discs}>
          {problems.map(({ message, isConfirmed }) => (
            <li key={message}>{isConfirmed === true ? `${message} (confirmed)` : message}</li>
          ))}
        </ul>
      )}
      {head !== undefined && (
        <Text maw={736}>
          To compare later, write down the last entry:{' '}
          <span className={layout.mono}>
            <Copyable value={`${head.seq}:${head.hash}`} label="last entry" />
          </span>
        </Text>
      )}
    </>
  );
}

export function reportText({ entries, forgotten, endChecked, problems }: JournalReport): string {
  const count = counted(entries, 'entry', 'entries');
  const removed =
    forgotten === 0
      ? ''
      : ` The content of ${forgotten.toLocaleString('en')} was forgotten; the journal records this.`;
  if (problems.length > 0) {
    return `${count} checked. Something was changed outside Assay, or is missing:`;
  }
  if (entries === 0) {
    return 'The journal is empty.';
  }
  const end = endChecked ? ' No entry is missing at its end.' : '';
  return `${count} checked: none was changed.${end}${removed}`;
}
