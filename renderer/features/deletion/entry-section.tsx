import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconFileUpload } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import type { StoreApi } from 'zustand';
import type { ListReport } from '../../../preload/contract/reading.ts';
import { linesText } from '../../../preload/wording/deletion-runs.ts';
import { useEnvironment } from '../../environments/use-environment.ts';
import { DropTarget } from '../../ui/drop-target.tsx';
import { EnvironmentTag } from '../../ui/environment-tag.tsx';
import { FileChoice } from '../../ui/file-choice.tsx';
import layout from '../../ui/layout.module.css';
import { ListProblems } from '../../ui/list-problems.tsx';
import { FailureNotice } from '../../ui/notices.tsx';
import { Section } from '../../ui/section.tsx';
import { useFormCheck } from '../../ui/use-form-check.ts';
import { usePick } from '../../ui/use-pick.ts';
import classes from './deletion.module.css';
import type { DeletionState } from './deletion-state.ts';
import type { useEntry } from './use-entry.ts';

interface EntrySectionProps {
  state: StoreApi<DeletionState>;
  entry: ReturnType<typeof useEntry>;
}

/** Shows the one field for anything that names conversations, and what was found in it. */
export function EntrySection({ state, entry }: EntrySectionProps) {
  const environment = useEnvironment();
  const { text, given, draftId } = usePick(state, 'text', 'given', 'draftId');
  const { report, found, busy, isPreviewing, failure } = entry;
  const count = report?.conversations ?? 0;
  const { kind, name, readOnly } = environment.settings;
  const readFile = async (file: File) => entry.take(new Uint8Array(await file.arrayBuffer()), file.name);
  const paste = (event: { clipboardData: DataTransfer | null; preventDefault(): void }) => {
    const pasted = event.clipboardData?.getData('text') ?? '';
    if (/[{[]/.test(pasted)) {
      // Callbacks and cases hold personal data, which is not shown.
      event.preventDefault();
      entry.take(pasted, `Pasted text, ${pasted.length.toLocaleString('en')} characters`);
    } else if (text.trim() === '' && pasted.trim() !== '') {
      event.preventDefault();
      void entry.paste(pasted.trim());
    }
  };
  const check = useFormCheck({
    text: text.trim() === '' && count === 0 && 'Paste or type whose data it is, or choose a file.',
  });
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.shiftKey && text.trim() !== '' && !text.includes('\n')) {
      event.preventDefault();
      void entry.preview();
    }
  };
  const isEmpty = text.trim() === '' && given === undefined && draftId === undefined;
  useWindowEvent('paste', (event) => {
    const isElsewhere =
      event.target instanceof Element && event.target.closest('input, textarea, [role=dialog]');
    if (isEmpty && !isElsewhere) {
      paste(event);
    }
  });
  const isKnown = found !== undefined && found.cases > 0;
  const isText = report?.elsewhereCount === 0 && report.bad.every(({ reason }) => reason === 'no-id');
  const isUnknown = found?.cases === 0 && count === 0 && isText && !busy;
  const isReported =
    report !== undefined &&
    (report.lines > 1 || count !== 1 || leftOutOf(report) > 0) &&
    !isKnown &&
    !isUnknown;
  const isFound = isKnown || (report?.userKeyCount ?? 0) > 0;
  return (
    <Section title="Whose data" aside={<EnvironmentTag kind={kind} name={name} readOnly={readOnly} />}>
      <DropTarget what="the list" onFile={(file) => void readFile(file)} className={classes.drop}>
        <Stack ref={check.ref} gap={14} align="flex-start">
          <Textarea
            label="Conversations or people"
            description="Paste or drop one name, e-mail address, phone or document number, or any number of ids, user keys, links and callbacks, as text, CSV or JSON."
            placeholder={given}
            minRows={1}
            // The preview is more important once it is there.
            maxRows={draftId === undefined ? 8 : 2}
            value={text}
            error={check.errors.text}
            onChange={(event) => entry.type(event.currentTarget.value)}
            onPaste={paste}
            onKeyDown={press}
            spellCheck={false}
            w="100%"
            classNames={{ input: layout.smallMono }}
          />
          <Group gap={8}>
            <Button
              disabled={draftId !== undefined}
              loading={isPreviewing}
              onClick={() => check.passes() && void entry.preview()}
            >
              {count > 1 ? `Preview ${count.toLocaleString('en')} conversations` : 'Preview'}
            </Button>
            <FileChoice
              icon={<IconFileUpload size={14} aria-hidden />}
              onFile={(file) => void readFile(file)}
            >
              Choose a file…
            </FileChoice>
            {!isEmpty && (
              <Button variant="subtle" color="gray" onClick={entry.clear}>
                Clear
              </Button>
            )}
          </Group>
          {failure && failure.code !== 'cancelled' && <FailureNotice failure={failure} />}
          <p role="status" className={classes.strong}>
            {isKnown ? casesFound(found) : isReported && linesText(report)}
          </p>
          {isFound && (
            <p className={layout.quietParagraph}>
              These are the conversations in this console’s list of cases. The service cannot be asked for
              others, so there may be more.
            </p>
          )}
          {isUnknown && (
            <p className={layout.quietParagraph}>
              No case in this console has this user key, number or name. The service cannot be asked for
              people.
            </p>
          )}
          {isReported && <Lines report={report} />}
        </Stack>
      </DropTarget>
    </Section>
  );
}

function casesFound({ cases, people }: { cases: number; people: number }): string {
  const count = cases.toLocaleString('en');
  if (people > 1) {
    return `${count} conversations of ${people.toLocaleString('en')} people are known here. Compare the birth dates, and include those of the person you mean.`;
  }
  return cases === 1
    ? 'One conversation of this person is known here.'
    : `${count} conversations of this person are known here.`;
}

function leftOutOf({ badCount, elsewhereCount, duplicateCount }: ListReport): number {
  return badCount + elsewhereCount + duplicateCount;
}

/** Folds away the lines without a conversation of their own. */
function Lines({ report }: { report: ListReport }) {
  const [isOpen, setOpen] = useState(false);
  if (leftOutOf(report) + report.userKeyCount === 0) {
    return null;
  }
  return (
    <>
      <Button variant="subtle" size="compact-sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Hide lines' : 'Show lines'}
      </Button>
      {isOpen && <ListProblems report={report} />}
    </>
  );
}
