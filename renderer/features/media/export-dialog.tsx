import { Box, Button, Flex, Group, Modal, Stack, Switch, Text } from '@mantine/core';
import { IconPackageExport } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { StoreApi } from 'zustand';
import { maxCaseFiles, maxReportPictures } from '../../../preload/contract/evidence.ts';
import { useAction } from '../../actions/use-action.ts';
import { failureOf } from '../../bridge/bridge-client.ts';
import { useEnvironmentAction } from '../../environments/use-environment.ts';
import { ButtonLabel } from '../../ui/button-label.tsx';
import { FailureNotice } from '../../ui/notices.tsx';
import { usePassphrase } from '../../ui/passphrase-field.tsx';
import { UnderPolicy } from '../../ui/policy.tsx';
import { useUiServices } from '../../ui/services.tsx';
import { useFormCheck } from '../../ui/use-form-check.ts';
import { usePick } from '../../ui/use-pick.ts';
import { SkeletonLines } from '../../ui/waiting.tsx';
import { ExportedFiles } from './exported-files.tsx';
import type { MediaState } from './media-state.ts';
import type { MadePicture } from './report-picture.ts';
import { ReportPreview } from './report-preview.tsx';
import { sendable } from './report-slice.ts';

interface ExportDialogProps {
  store: StoreApi<MediaState>;
  conversationId: string;
  isOpen: boolean;
  onClose(): void;
}

/** Exports the case that is open; one without files, too. */
export function ExportCase({ store, conversationId }: Omit<ExportDialogProps, 'isOpen' | 'onClose'>) {
  const [isOpen, setOpen] = useState(false);
  useAction({
    id: 'media.export',
    group: 'File',
    label: 'Export the case or its files',
    keywords: ['evidence', 'report', 'pdf', 'zip', 'save all'],
    shortcut: 'mod+e',
    run: () => setOpen(true),
  });
  return (
    <>
      <Button
        size="compact-sm"
        aria-label="Export the case or its files"
        title="Export the case or its files"
        leftSection={<IconPackageExport size={14} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        <ButtonLabel>Export…</ButtonLabel>
      </Button>
      <ExportDialog
        store={store}
        conversationId={conversationId}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      />
    </>
  );
}

const noPictures: readonly MadePicture[] = [];

/** Exports a case: its files, a report with a preview, or a signed evidence pack of both. */
function ExportDialog({ store, conversationId, isOpen, onClose }: ExportDialogProps) {
  const { media, saving } = usePick(store, 'media', 'saving');
  const { picturesFor, forgetPictures, ...save } = store.getState();
  const preview = useEnvironmentAction('evidence.preview', { conversationId }, { latestOnly: true });
  const [pictures, setPictures] = useState(noPictures);
  const { mask } = useUiServices();
  const canWriteFolders = save.canWriteFolders();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [unmasked, setUnmasked] = useState(false);
  const [withPictures, setWithPictures] = useState(false);
  const { passphrase, fault, field } = usePassphrase(true);
  const mediaIds = media
    .slice(0, maxCaseFiles)
    .map(({ id }) => id)
    .filter((id) => !left.has(id));
  const numbers = new Map(media.map(({ id }, index) => [id, index]));
  const choiceKey = mediaIds.join('\n');
  const choice = { mediaIds, unmasked, withPictures };
  const load = async (signal: AbortSignal) => {
    preview.reset();
    const reportPictures = await picturesFor(choice, signal);
    if (!signal.aborted) {
      setPictures(reportPictures);
      await preview.run({ mediaIds, unmasked, pictures: sendable(reportPictures) });
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: `chosen` holds the ids and compares by value
  useEffect(() => {
    if (!isOpen) {
      preview.reset();
      setPictures(noPictures);
      forgetPictures();
      return;
    }
    const left = new AbortController();
    load(left.signal).catch((error) => left.signal.aborted || failureOf(error));
    return () => left.abort();
  }, [isOpen, unmasked, withPictures, choiceKey]);
  const { data: report, failure } = preview;
  const isSaving = saving !== undefined && saving.done === undefined;
  const check = useFormCheck({ passphrase: fault });
  const start = (run: () => Promise<void>) => () => {
    void run();
    onClose();
  };
  return (
    <Modal opened={isOpen} onClose={onClose} title="Export the case" size="70rem">
      <Flex gap={20} wrap="wrap">
        <Stack ref={check.ref} gap={14} flex="1 1 16rem" maw="26rem">
          <ExportedFiles media={media} left={left} onChange={setLeft} />
          <Switch
            label="Show personal data in the report"
            description="Otherwise names and numbers are masked. Files and raw responses are always complete."
            checked={unmasked}
            onChange={(event) => setUnmasked(event.currentTarget.checked)}
          />
          <Switch
            label="Pictures in the report"
            description={`Scaled copies of the chosen images, and a thumbnail of each video and PDF; at most ${maxReportPictures}.`}
            checked={withPictures}
            onChange={(event) => {
              // The preview shows them.
              void mask.getState().show();
              setWithPictures(event.currentTarget.checked);
            }}
          />
          {field(
            'Passphrase for the evidence pack',
            'Optional. The pack is then encrypted in the age format.',
            check.errors.passphrase,
          )}
          <UnderPolicy rule="export">
            <Group gap="xs">
              <Button
                variant="filled"
                disabled={isSaving}
                onClick={() => {
                  if (check.passes()) {
                    start(() =>
                      save.savePack({ ...choice, passphrase: passphrase === '' ? undefined : passphrase }),
                    )();
                  }
                }}
              >
                Save evidence pack
              </Button>
              <Button disabled={isSaving} onClick={start(() => save.saveReport(choice, 'pdf'))}>
                Report as PDF
              </Button>
              <Button disabled={isSaving} onClick={start(() => save.saveReport(choice, 'json'))}>
                Report as JSON
              </Button>
            </Group>
            <Group gap="xs">
              {canWriteFolders && (
                <Button
                  disabled={isSaving || mediaIds.length === 0}
                  onClick={start(() => save.saveFiles(mediaIds, 'folder'))}
                >
                  Files into a folder…
                </Button>
              )}
              <Button
                disabled={isSaving || mediaIds.length === 0}
                onClick={start(() => save.saveFiles(mediaIds, 'zip'))}
              >
                Files as ZIP
              </Button>
            </Group>
          </UnderPolicy>
          {!canWriteFolders && (
            <Text fz={12} c="dimmed">
              This browser cannot write into a folder. The files can be saved as one ZIP.
            </Text>
          )}
        </Stack>
        <Box
          component="section"
          flex="2 1 24rem"
          mah="60vh"
          px={16}
          py={12}
          bg="var(--surface-work)"
          style={{ overflow: 'auto', border: '1px solid var(--line)' }}
          aria-label="Preview of the report"
          aria-busy={!report}
        >
          {failure ? (
            <FailureNotice failure={failure} onRetry={() => void load(new AbortController().signal)} />
          ) : report ? (
            <ReportPreview
              report={report}
              pictures={pictures}
              numberOf={(id) => (numbers.get(id) ?? 0) + 1}
            />
          ) : (
            <SkeletonLines lines={12} />
          )}
        </Box>
      </Flex>
    </Modal>
  );
}
