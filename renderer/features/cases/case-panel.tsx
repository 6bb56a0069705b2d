import { ActionIcon, Box, Flex, Group } from '@mantine/core';
import { IconDownload, IconX } from '@tabler/icons-react';
import type { AttachedFile, CaseDetails } from '../../../preload/contract/cases.ts';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import { useEnvironmentQuery } from '../../environments/use-environment.ts';
import layout from '../../ui/layout.module.css';
import { OutsideText } from '../../ui/outside-text.tsx';
import { refusalText, useEntryRefusal, useRefusal } from '../../ui/policy.tsx';
import { useAnnounce } from '../../ui/services.tsx';
import { EntryBy, HistoryEntries } from './case-history.tsx';
import classes from './case-panel.module.css';
import { CaseLinks } from './comparing/case-links.tsx';
import { LabelPicker, useLabels } from './label-picker.tsx';
import { FileName, maxNote, NewNote, type OnNote } from './new-note.tsx';
import sidePanel from './side-panel.module.css';
import { type LabelChange, labelChangeText, useCaseEntries } from './use-case-entries.ts';
import { useIsTeam } from './use-claims.ts';

interface CasePanelProps {
  conversationId: string;
  details: CaseDetails;
  /** True while the field for a note is to take the focus. */
  takesFocus: boolean;
  onFocused(): void;
  onCompare(otherId: string): void;
  onReads(): void;
  onClose(): void;
}

/** Shows the side panel with notes, labels and history of a case. */
export function CasePanel(props: CasePanelProps) {
  const { conversationId, details, onClose } = props;
  const { noteTemplates = [] } = useEnvironmentQuery('cases.settings', {}).data ?? {};
  const labels = useLabels();
  const isTeam = useIsTeam();
  const { busy, note, attach, saveAttachment, label, offerUndo } = useCaseEntries();
  const announce = useAnnounce();
  const selection = { ids: [conversationId] };
  const onNote: OnNote = async (text, file) => {
    const done = await (file ? attach({ conversationId, text, ...file }) : note({ selection, text }));
    if (done) {
      offerUndo('note', selection, done, 'Note');
      announce('Note saved');
    }
    return done !== undefined;
  };
  const onLabel = async (change: LabelChange) => {
    const text = labelChangeText(change);
    const done = await label({ selection, ...change }, text);
    if (done) {
      offerUndo('label', selection, done, text);
    }
  };
  const own = details.row.labels;
  const refusal = useEntryRefusal('noted', 'write notes or labels');
  return (
    <Box
      component="aside"
      className={`${sidePanel.panel} ${classes.panel}`}
      aria-label="Notes and history"
      onKeyDown={({ key, target }) => {
        if (key === 'Escape' && target instanceof Element && !target.closest('[role=menu]')) {
          onClose();
        }
      }}
    >
      <Flex
        component="header"
        align="center"
        justify="space-between"
        mih={36}
        pl={14}
        pr={6}
        fz={12}
        c="dimmed"
        className={layout.bar}
      >
        <span>{isTeam ? 'Shared with your team only' : 'Saved in this console only'}</span>
        <ActionIcon aria-label="Close notes and history" onClick={onClose}>
          <IconX size={15} aria-hidden />
        </ActionIcon>
      </Flex>
      <div className={sidePanel.body}>
        {refusal === undefined ? (
          <NewNote
            busy={busy}
            takesFocus={props.takesFocus}
            onFocused={props.onFocused}
            templates={noteTemplates.filter(({ retired }) => retired !== true)}
            onNote={onNote}
          />
        ) : (
          <p className={layout.quiet}>{refusal}</p>
        )}
        {details.notes.length > 0 && (
          <Box component="ul" mt={10} className={classes.entries} aria-label="Notes">
            {details.notes.map(({ id, at, actor, text, file }) => (
              <li key={id}>
                {text !== '' && (
                  <span className={layout.preformatted}>
                    <OutsideText text={text} max={maxNote} hasLines />
                  </span>
                )}
                {file && (
                  <FileOfNote
                    file={file}
                    busy={busy}
                    onSave={() => void saveAttachment({ conversationId, note: id })}
                  />
                )}
                <EntryBy at={at} actor={actor} />
              </li>
            ))}
          </Box>
        )}
        <section>
          <h2 className={sidePanel.heading}>Labels</h2>
          {own.length > 0 && (
            <Flex component="ul" gap={4} wrap="wrap" mb={8} aria-label="Labels of the case">
              {own.map((label) => (
                <li key={label} className={layout.chip}>
                  {visibleText(label, 80)}
                  <ActionIcon
                    size={24}
                    aria-label={`Remove ${visibleText(label, 80)} from the case`}
                    disabled={busy || refusal !== undefined}
                    onClick={() => onLabel({ remove: [label] })}
                  >
                    <IconX size={12} aria-hidden />
                  </ActionIcon>
                </li>
              ))}
            </Flex>
          )}
          {refusal === undefined && (
            <LabelPicker
              labels={labels.filter((label) => !own.includes(label))}
              busy={busy}
              onAdd={(name) => onLabel({ add: [name] })}
            />
          )}
        </section>
        <CaseLinks details={details} onCompare={props.onCompare} onReads={props.onReads} />
        <section>
          <h2 className={sidePanel.heading}>History</h2>
          <HistoryEntries entries={unlisted(details)} details={details} />
        </section>
      </div>
    </Box>
  );
}

interface FileOfNoteProps {
  file: AttachedFile;
  busy: boolean;
  onSave(): void;
}

function FileOfNote({ file: { name, bytes }, busy, onSave }: FileOfNoteProps) {
  const refusal = useRefusal('export');
  return (
    <Group gap={6} wrap="nowrap" justify="space-between">
      <FileName name={name} bytes={bytes} />
      <ActionIcon
        aria-label={`Save ${visibleText(name, 80)}`}
        title={refusal && refusalText(refusal)}
        disabled={busy || refusal !== undefined}
        onClick={onSave}
      >
        <IconDownload size={14} aria-hidden />
      </ActionIcon>
    </Group>
  );
}

/** Returns the history without the notes that are listed above it. */
function unlisted({ history, notes }: CaseDetails): CaseDetails['history'] {
  return history.filter(({ kind, seq }) => kind !== 'noted' || !notes.some(({ id }) => id === seq));
}
