import { ActionIcon, Button, Flex, Textarea } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { CaseDetails, OwnReason } from '../../../preload/contract/cases.ts';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import { historyText } from '../../../preload/wording/history.ts';
import layout from '../../ui/layout.module.css';
import { OutsideText } from '../../ui/outside-text.tsx';
import { submitted } from '../../ui/submitted.ts';
import { Time } from '../../ui/time.tsx';
import classes from './case-panel.module.css';
import { CaseLinks } from './comparing/case-links.tsx';
import { LabelPicker } from './label-picker.tsx';
import sidePanel from './side-panel.module.css';

const maxNote = 4000;

interface CasePanelProps {
  details: CaseDetails;
  reasons: readonly OwnReason[];
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
  const { details, reasons, labels, busy, onNote, onLabel, onClose } = props;
  const own = details.row.labels;
  return (
    <aside className={`${sidePanel.panel} ${classes.panel}`} aria-label="Notes and history">
      <header className={classes.head}>
        <span>Saved in this console only</span>
        <ActionIcon aria-label="Close notes and history" onClick={onClose}>
          <IconX size={15} aria-hidden />
        </ActionIcon>
      </header>
      <div className={sidePanel.body}>
        <NewNote busy={busy} onNote={onNote} />
        {details.notes.length > 0 && (
          <ul className={classes.notes} aria-label="Notes">
            {details.notes.map(({ id, at, actor, text }) => (
              <li key={id}>
                <span className={layout.preformatted}>
                  <OutsideText text={text} max={maxNote} />
                </span>
                <Act at={at} actor={actor} />
              </li>
            ))}
          </ul>
        )}
        <section>
          <h2 className={sidePanel.heading}>Labels</h2>
          {own.length > 0 && (
            <Flex component="ul" gap={4} wrap="wrap" mb={8} aria-label="Labels of the case">
              {own.map((label) => (
                <li key={label} className={classes.label}>
                  {visibleText(label, 80)}
                  <button
                    type="button"
                    className={classes.remove}
                    aria-label={`Remove ${visibleText(label, 80)} from the case`}
                    disabled={busy}
                    onClick={() => onLabel({ remove: [label] })}
                  >
                    <IconX size={12} aria-hidden />
                  </button>
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
          <ol className={classes.history}>
            {details.history.map((entry) => {
              const { label, text } = historyText(entry, reasons);
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
    </aside>
  );
}

function Act({ at, actor }: { at: number; actor: string }) {
  return (
    <span className={layout.quietSmall}>
      <OutsideText text={actor} max={60} />, <Time at={at} />
    </span>
  );
}

function NewNote({ busy, onNote }: { busy: boolean; onNote(text: string): Promise<boolean> }) {
  const [text, setText] = useState('');
  const save = async () => {
    if (text.trim() !== '' && (await onNote(text.trim()))) {
      setText('');
    }
  };
  return (
    <form className={classes.new} onSubmit={submitted(save)}>
      <Textarea
        label="New note"
        value={text}
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
      <Button type="submit" disabled={busy || text.trim() === ''}>
        Save note
      </Button>
    </form>
  );
}
