import { ActionIcon, Box, Button, Flex, Group, Menu, Textarea } from '@mantine/core';
import { IconChevronDown, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { CaseSettings, NoteTemplate } from '../../../preload/contract/case-settings.ts';
import type { CaseDetails } from '../../../preload/contract/cases.ts';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import { type CompanyReasons, historyText } from '../../../preload/wording/history.ts';
import layout from '../../ui/layout.module.css';
import { OutsideText } from '../../ui/outside-text.tsx';
import { submitted } from '../../ui/submitted.ts';
import { Time } from '../../ui/time.tsx';
import { useFormCheck } from '../../ui/use-form-check.ts';
import classes from './case-panel.module.css';
import { CaseLinks } from './comparing/case-links.tsx';
import { LabelPicker } from './label-picker.tsx';
import sidePanel from './side-panel.module.css';

const maxNote = 4000;

interface CasePanelProps {
  details: CaseDetails;
  /** What the company calls its reasons. */
  company: CompanyReasons & Pick<CaseSettings, 'noteTemplates'>;
  labels: readonly string[];
  busy: boolean;
  onNote(text: string): Promise<boolean>;
  onLabel(change: { add?: string[]; remove?: string[] }): void;
  onOpen(conversationId: string): void;
  onCompare(otherId: string): void;
  onReads(): void;
  onClose(): void;
}

/** Shows the side panel with notes, labels and history of a case. */
export function CasePanel(props: CasePanelProps) {
  const { details, company, labels, busy, onNote, onLabel, onClose } = props;
  const own = details.row.labels;
  return (
    <Box component="aside" w={320} className={sidePanel.panel} aria-label="Notes and history">
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
        <span>Saved in this console only</span>
        <ActionIcon aria-label="Close notes and history" onClick={onClose}>
          <IconX size={15} aria-hidden />
        </ActionIcon>
      </Flex>
      <div className={sidePanel.body}>
        <NewNote
          busy={busy}
          templates={company.noteTemplates?.filter(({ retired }) => retired !== true) ?? []}
          onNote={onNote}
        />
        {details.notes.length > 0 && (
          <Box component="ul" mt={10} className={classes.entries} aria-label="Notes">
            {details.notes.map(({ id, at, actor, text }) => (
              <li key={id}>
                <span className={layout.preformatted}>
                  <OutsideText text={text} max={maxNote} />
                </span>
                <Act at={at} actor={actor} />
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
                    size={22}
                    aria-label={`Remove ${visibleText(label, 80)} from the case`}
                    disabled={busy}
                    onClick={() => onLabel({ remove: [label] })}
                  >
                    <IconX size={12} aria-hidden />
                  </ActionIcon>
                </li>
              ))}
            </Flex>
          )}
          <LabelPicker
            labels={labels.filter((label) => !own.includes(label))}
            busy={busy}
            onAdd={(name) => onLabel({ add: [name] })}
          />
        </section>
        <CaseLinks
          details={details}
          onOpen={props.onOpen}
          onCompare={props.onCompare}
          onReads={props.onReads}
        />
        <section>
          <h2 className={sidePanel.heading}>History</h2>
          <ol className={classes.entries}>
            {unlisted(details).map((entry) => {
              const { label, text } = historyText(entry, company);
              return (
                <li key={entry.seq}>
                  <span>{label}</span>
                  {text !== undefined && (
                    <span className={layout.preformatted}>
                      <OutsideText text={text} max={400} />
                    </span>
                  )}
                  <Act at={entry.at} actor={entry.actor} />
                </li>
              );
            })}
          </ol>
        </section>
      </div>
    </Box>
  );
}

function Act({ at, actor }: { at: number; actor: string }) {
  return (
    <span className={layout.quietSmall}>
      <OutsideText text={actor} max={60} />, <Time at={at} />
    </span>
  );
}

/** Returns the history without the notes that are listed above it. */
function unlisted({ history, notes }: CaseDetails): CaseDetails['history'] {
  return history.filter(({ kind, seq }) => kind !== 'noted' || !notes.some(({ id }) => id === seq));
}

interface NewNoteProps {
  busy: boolean;
  templates: readonly NoteTemplate[];
  onNote(text: string): Promise<boolean>;
}

function NewNote({ busy, templates, onNote }: NewNoteProps) {
  const [text, setText] = useState('');
  const check = useFormCheck({ text: text.trim() === '' && 'Enter a note.' });
  const save = async () => {
    if (check.passes() && (await onNote(text.trim()))) {
      setText('');
    }
  };
  return (
    <Flex
      component="form"
      ref={check.ref}
      direction="column"
      align="flex-start"
      gap={6}
      onSubmit={submitted(save)}
    >
      <Textarea
        w="100%"
        label="New note"
        value={text}
        error={check.errors.text}
        maxLength={maxNote}
        autosize
        minRows={2}
        maxRows={8}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            void save();
          }
        }}
      />
      <Group gap={6}>
        <Button type="submit" disabled={busy}>
          Save note
        </Button>
        {templates.length > 0 && (
          <Menu position="bottom-start">
            <Menu.Target>
              <Button rightSection={<IconChevronDown size={13} aria-hidden />}>Template</Button>
            </Menu.Target>
            <Menu.Dropdown>
              {templates.map(({ code, label, text: template }) => (
                <Menu.Item
                  key={code}
                  onClick={() =>
                    setText([text.trim(), template].filter(Boolean).join('\n').slice(0, maxNote))
                  }
                >
                  {visibleText(label, 80)}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
      </Group>
    </Flex>
  );
}
