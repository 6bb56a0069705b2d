import { Button, Flex, SegmentedControl, Stack } from '@mantine/core';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { type StoreApi, useStore } from 'zustand';
import type { EnvironmentView } from '../../../preload/contract/environments.ts';
import type { HeadlessPage } from '../../../preload/contract/service/headless.ts';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import { headlessComponentTerm, headlessErrorTerm } from '../../../preload/wording/headless.ts';
import {
  fieldsLeftOut,
  headlessFields,
  isKnownComponent,
  stepKey,
} from '../../../preload/wording/headless-fields.ts';
import { conversationEnded } from '../../../preload/wording/statuses.ts';
import { ConfirmWithName } from '../../ui/confirm-with-name.tsx';
import { InterfaceLink } from '../../ui/interface-link.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { ReadingNotesView } from '../../ui/reading-notes.tsx';
import { Section } from '../../ui/section.tsx';
import { useAnnounce } from '../../ui/services.tsx';
import { TermBadge } from '../../ui/term-badge.tsx';
import { AnswerJson } from './answer-json.tsx';
import { errorsByField } from './field-errors.ts';
import { FileField } from './file-field.tsx';
import classes from './headless-page.module.css';
import type { HeadlessState } from './headless-state.ts';
import { ValueField } from './value-field.tsx';

interface StepPartProps {
  store: StoreApi<HeadlessState>;
  environment: EnvironmentView;
  onOpen(): void;
}

/** Shows the current step: what it asks and the form for it, or that there is none. */
export function StepPart({ store, environment, onOpen }: StepPartProps) {
  const { view, draft, changeForm } = useStore(store);
  const page = view?.page;
  if (view === undefined || page === undefined) {
    return null;
  }
  const term = headlessComponentTerm(page.component);
  return (
    <Section
      title="Current step"
      aside={<TermBadge term={term} value={page.component} />}
      actions={
        view.flow.state !== 'ended' && (
          <SegmentedControl
            aria-label="How the answer is entered"
            value={draft.form}
            onChange={(value) => changeForm(value === 'json' ? 'json' : 'fields')}
            data={[
              { value: 'fields', label: 'Fields' },
              { value: 'json', label: 'JSON' },
            ]}
          />
        )
      }
    >
      <Stack>
        <p className={classes.quiet}>
          {term.sentence} <InterfaceLink section="2.4" />
        </p>
        {view.flow.state === 'ended' ? (
          <div className={classes.row}>
            <Button variant="filled" onClick={onOpen}>
              Open the case
            </Button>
          </div>
        ) : (
          <AnswerForm key={stepKey(page)} store={store} environment={environment} page={page} />
        )}
        {view.notes && <ReadingNotesView notes={view.notes} />}
      </Stack>
    </Section>
  );
}

interface AnswerFormProps {
  store: StoreApi<HeadlessState>;
  environment: EnvironmentView;
  page: HeadlessPage;
}

function AnswerForm({ store, environment, page }: AnswerFormProps) {
  const { view, draft, busy, fileProblems, beside, submit, changeValue } = useStore(store);
  const announce = useAnnounce();
  const form = useRef<HTMLFormElement>(null);
  const [missing, setMissing] = useState<ReadonlySet<string>>(new Set());
  const fields = useMemo(() => headlessFields(page), [page]);
  const errors = errorsByField(page, draft.changed, fields);
  const files = new Map(view?.files.map((file) => [file.name, file]));
  const { name, readOnly } = environment.settings;
  useEffect(() => {
    // The button that was pressed is gone or belongs to another step now.
    const area = form.current;
    const invalid = area?.querySelector<HTMLElement>('[aria-invalid="true"]');
    const first = area?.querySelector<HTMLElement>(
      '[data-fields] :is(input:not([type="file"]), textarea, button), button[type="submit"]',
    );
    (invalid ?? first)?.focus();
    announce(`Step: ${headlessComponentTerm(page.component).label}`);
  }, [page, announce]);

  const isJson = draft.form === 'json';
  const entered = (field: string) => draft.values.get(field) ?? '';
  const cannotSend =
    readOnly ||
    conversationEnded(beside.conversation?.status) ||
    busy !== undefined ||
    view?.flow.state !== 'waiting' ||
    draft.jsonFault !== undefined;
  const send = (confirmation?: string) => {
    const empty = isJson
      ? []
      : fields.filter(
          (field) =>
            field.isRequired && (field.kind === 'file' ? !files.has(field.name) : entered(field.name) === ''),
        );
    setMissing(new Set(empty.map((field) => field.name)));
    if (empty.length === 0) {
      void submit(confirmation);
    }
  };
  const errorOf = (field: string): string | undefined => {
    const problem = fileProblems.get(field);
    if (problem !== undefined) {
      return problem;
    }
    if (missing.has(field) && !files.has(field) && entered(field) === '') {
      const isFile = fields.some(({ name, kind }) => name === field && kind === 'file');
      return isFile ? 'Choose a file. To send none, use JSON.' : 'Enter a value. To send it empty, use JSON.';
    }
    const codes = errors.of.get(field)?.map((code) => {
      const { label, sentence } = headlessErrorTerm(code);
      return `${label}: ${sentence} (${visibleText(code, 120)})`;
    });
    return codes?.join(' ');
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (view?.confirmation === undefined && !cannotSend) {
      send();
    }
  };
  return (
    <form ref={form} onSubmit={onSubmit} noValidate>
      <Stack>
        {!isKnownComponent(page.component) && (
          <p className={classes.quiet}>
            The console has no form for this component. Enter the answer as JSON, or use the fields that the
            service names.
          </p>
        )}
        {errors.others.length > 0 && (
          <div role="alert">
            <Flex component="ul" direction="column" gap={6} aria-label="Other errors">
              {errors.others.map(({ field, code }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order, and fields repeat
                <li key={index}>
                  <code>
                    <OutsideText text={field ?? 'no field'} max={120} />
                  </code>{' '}
                  <TermBadge term={headlessErrorTerm(code)} value={code} />
                </li>
              ))}
            </Flex>
          </div>
        )}
        <Stack data-fields>
          {isJson && <AnswerJson store={store} page={page} />}
          {fields
            .filter(({ kind }) => kind === 'file' || !isJson)
            .map((field) =>
              field.kind === 'file' ? (
                <FileField key={field.name} store={store} field={field} error={errorOf(field.name)} />
              ) : (
                <ValueField
                  key={field.name}
                  field={field}
                  value={entered(field.name)}
                  error={errorOf(field.name)}
                  onChange={(value) => changeValue(field.name, value)}
                />
              ),
            )}
        </Stack>
        {fieldsLeftOut(page) > 0 && (
          <p className={classes.quiet}>
            {fieldsLeftOut(page).toLocaleString('en')} more fields are not shown here. Enter them as JSON.
          </p>
        )}
        {fields.length === 0 && <p className={classes.quiet}>This step asks for nothing.</p>}
        {readOnly ? null : view?.confirmation === undefined ? (
          <div className={classes.row}>
            <Button variant="filled" type="submit" disabled={cannotSend} loading={busy === 'submit'}>
              {fields.length === 0 ? 'Continue' : 'Send the answer'} in {visibleText(name)}
            </Button>
          </div>
        ) : (
          <Stack>
            <p className={classes.quiet}>
              This is production: the answer is given for a real person. Confirm once for this flow.
            </p>
            <ConfirmWithName
              name={view.confirmation}
              action={`Send the answer in ${visibleText(view.confirmation)}`}
              busy={busy === 'submit'}
              disabled={cannotSend}
              onConfirm={send}
            />
          </Stack>
        )}
      </Stack>
    </form>
  );
}
