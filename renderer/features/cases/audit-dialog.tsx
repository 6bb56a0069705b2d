import { Button, Checkbox, Group, Modal, NumberInput, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { maxAuditCases } from '../../../preload/contract/evidence.ts';
import { counted } from '../../../preload/wording/terms.ts';
import { useEnvironmentAction } from '../../environments/use-environment.ts';
import { savedText, startDownload } from '../../ui/download.ts';
import { FailureNotice } from '../../ui/notices.tsx';
import { usePassphrase } from '../../ui/passphrase-field.tsx';
import { useFormCheck } from '../../ui/use-form-check.ts';
import { Progress } from '../../ui/waiting.tsx';
import type { ActTarget } from './use-case-acts.ts';

/** The cases that auditors usually ask for. */
const usualCount = 30;

interface AuditDialogProps {
  /** Undefined while it is closed. */
  target: ActTarget | undefined;
  onClose(): void;
}

/** Saves a pack of many cases for an auditor. */
export function AuditDialog({ target, onClose }: AuditDialogProps) {
  return (
    <Modal opened={target !== undefined} onClose={onClose} title="Pack for an auditor" size="lg">
      {target && <AuditForm target={target} onClose={onClose} />}
    </Modal>
  );
}

function AuditForm({ target: { input, count }, onClose }: AuditDialogProps & { target: ActTarget }) {
  const { run, busy, failure, data, stop, progress } = useEnvironmentAction('evidence.saveAuditPack');
  const [isDrawn, setDrawn] = useState(count > usualCount);
  const [number, setNumber] = useState<number | string>(Math.min(usualCount, count));
  const [seed, setSeed] = useState(() => crypto.randomUUID().slice(0, 8));
  const [withFiles, setWithFiles] = useState(true);
  const [unmasked, setUnmasked] = useState(false);
  const { passphrase, fault, field } = usePassphrase(true);
  const check = useFormCheck({
    cases:
      !isDrawn && count > maxAuditCases && `At most ${maxAuditCases}. Draw some of them, or select fewer.`,
    number: isDrawn && typeof number !== 'number' && 'Enter a number.',
    seed: isDrawn && !/^[\w-]{1,64}$/.test(seed) && 'Enter letters, digits, - and _ only.',
    passphrase: fault,
  });
  const save = async () => {
    if (!check.passes()) {
      return;
    }
    startDownload(
      (
        await run({
          selection: input,
          withFiles,
          unmasked,
          ...(isDrawn && { draw: { count: Number(number), seed } }),
          ...(passphrase !== '' && { passphrase }),
        })
      )?.result,
    );
  };
  const saved = savedText(data?.result);
  return (
    <Stack ref={check.ref} gap={14}>
      <Text>
        One ZIP with a folder for each case: report, raw responses and journal, one manifest and one
        signature. Each case is read again.
      </Text>
      <Radio.Group
        label="Cases"
        error={check.errors.cases}
        value={isDrawn ? 'drawn' : 'all'}
        onChange={(value) => setDrawn(value === 'drawn')}
      >
        <Stack gap={8} pt={4}>
          <Radio value="all" label={`All selected: ${count.toLocaleString('en')}`} />
          <Radio value="drawn" label="Drawn at random from them" />
        </Stack>
      </Radio.Group>
      {isDrawn && (
        <Group align="flex-end">
          <NumberInput
            label="How many"
            w={120}
            min={1}
            max={Math.min(maxAuditCases, count)}
            clampBehavior="strict"
            value={number}
            onChange={setNumber}
            error={check.errors.number}
          />
          <TextInput
            label="Seed"
            description="In the pack, so that the draw can be repeated."
            w={320}
            maxLength={64}
            value={seed}
            onChange={(event) => setSeed(event.currentTarget.value)}
            error={check.errors.seed}
          />
        </Group>
      )}
      <Checkbox
        label="With pictures, videos, reports of the service and files of notes"
        checked={withFiles}
        onChange={(event) => setWithFiles(event.currentTarget.checked)}
      />
      <Checkbox
        label="Show personal data in the reports"
        description="Otherwise names and numbers are masked. Files and raw responses are always complete."
        checked={unmasked}
        onChange={(event) => setUnmasked(event.currentTarget.checked)}
      />
      {field(
        'Passphrase',
        'Optional. The pack is then encrypted in the age format.',
        check.errors.passphrase,
      )}
      {busy && progress?.files && (
        <Progress
          label="Reading the cases"
          done={progress.files.done}
          total={progress.files.of}
          onStop={stop}
        />
      )}
      {failure && <FailureNotice failure={failure} />}
      {saved !== undefined && (
        <Text role="status" fw={600}>
          {saved}
          {data && data.unread.length > 0 && `. ${counted(data.unread.length, 'case')} could not be read.`}
        </Text>
      )}
      <Group justify="flex-end">
        <Button onClick={onClose}>{saved === undefined ? 'Cancel' : 'Close'}</Button>
        <Button variant="filled" loading={busy} onClick={() => void save()}>
          Save pack
        </Button>
      </Group>
    </Stack>
  );
}
