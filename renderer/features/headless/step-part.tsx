import { Button, Flex, SegmentedControl, Stack, Text, Textarea } from '@mantine/core';
import { useEffect, useMemo } from 'react';
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
import { counted } from '../../../preload/wording/terms.ts';
import { useEnvironment } from '../../environments/use-environment.ts';
import { ConfirmWithName } from '../../ui/confirm-with-name.tsx';
import { InterfaceLink } from '../../ui/interface-link.tsx';
import { JsonTree } from '../../ui/json-tree.tsx';
import layout from '../../ui/layout.module.css';
import { FailureNotice } from '../../ui/notices.tsx';
import { OutsideText } from '../../ui/outside-text.tsx';
import { ReadingNotesView } from '../../ui/reading-notes.tsx';
import { Section } from '../../ui/section.tsx';
import { useAnnounce, useGo } from '../../ui/services.tsx';
import { TermBadge } from '../../ui/status-badge.tsx';
import { submitted, useFormCheck } from '../../ui/use-form-check.ts';
import { withForm, withJson } from './draft.ts';
import { FileField } from './file-field.tsx';
import type { Flow } from './use-flow.ts';
import { ValueField } from './value-field.tsx';

interface StepPartProps {
  flow: Flow;
  mayAnswer: boolean;
}

/** Shows the current step: what it asks and the form for it, or that there is none. */
export function StepPart({ flow, mayAnswer }: StepPartProps) {
  const go = useGo();
  const { view, draft, change } = flow;
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
            onChange={(value) => change((now) => withForm(now, value === 'json' ? 'json' : 'fields'))}
            data={[
              { value: 'fields', label: 'Fields' },
              { value: 'json', label: 'JSON' },
            ]}
          />
        )
      }
    >
      <Stack>
        <Text c="dimmed">
          {term.sentence} <InterfaceLink section="2.4" />
        </Text>
        {view.flow.state === 'ended' ? (
          <div>
            <Button
              variant="filled"
              onClick={() => go({ page: 'conversations', conversationId: view.flow.conversationId })}
            >
              Open the case
            </Button>
          </div>
        ) : (
          <AnswerForm key={stepKey(page)} flow={flow} mayAnswer={mayAnswer} page={page} />
        )}
        {view.notes && <ReadingNotesView notes={view.notes} />}
      </Stack>
    </Section>
  );
}

interface AnswerFormProps {
  flow: Flow;
  mayAnswer: boolean;
  page: HeadlessPage;
}

function AnswerForm({ flow, mayAnswer, page }: AnswerFormProps) {
  const environment = useEnvironment();
  const { view, draft, changes, busy, fileFailure, status, submit, changeValue } = flow;
  const announce = useAnnounce();
  const fields = useMemo(() => headlessFields(page), [page]);
  const errors = errorsByField(page, changes, fields);
  const files = new Map(view?.files.map((file) => [file.name, file]));
  const { name } = environment.settings;
  const isJson = draft.form === 'json';
  const textOf = (field: string) => draft.values.get(field) ?? '';
  const faultOf = ({ name: field, kind, isRequired }: (typeof fields)[number]) => {
    if (isJson || !isRequired) {
      return undefined;
    }
    if (kind === 'file') {
      return files.has(field) ? undefined : 'Choose a file. To send none, use JSON.';
    }
    return textOf(field) === '' ? 'Enter a value. To send it empty, use JSON.' : undefined;
  };
  const check = useFormCheck<string>({
    ...Object.fromEntries(fields.map((field) => [field.name, faultOf(field)])),
    'the JSON': draft.jsonFault,
  });
  const { root } = check;
  const stepCount = view?.flow.steps.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer that is refused again leads to the same page
  useEffect(() => {
    // The button that was pressed is gone or belongs to another step now.
    const area = root.current;
    const invalid = area?.querySelector<HTMLElement>('[aria-invalid="true"]');
    const first = area?.querySelector<HTMLElement>(
      '[data-fields] :is(input:not([type="file"]), textarea, button), button[type="submit"]',
    );
    (invalid ?? first)?.focus();
    const fault = page.errors?.length ? 'Incorrect fields. ' : '';
    announce(`${fault}Step: ${headlessComponentTerm(page.component).label}`);
  }, [page, stepCount, announce, root]);

  const cannotSend =
    !mayAnswer || conversationEnded(status) || busy !== undefined || view?.flow.state !== 'waiting';
  const send = (confirmation?: string) => {
    if (check.passes()) {
      submit(confirmation);
    }
  };
  const errorOf = (field: string): string | undefined => {
    const problem = draft.fileProblems.get(field);
    if (problem !== undefined) {
      return problem;
    }
    // The names come from the service.
    const fault = Object.hasOwn(check.errors, field) && check.errors[field];
    if (fault) {
      return fault;
    }
    const codes = errors.of.get(field)?.map((code) => {
      const { label, sentence } = headlessErrorTerm(code);
      return `${label}: ${sentence} (${visibleText(code, 120)})`;
    });
    return codes?.join(' ');
  };
  const onSubmit = () => {
    if (view?.confirmation === undefined && !cannotSend) {
      send();
    }
  };
  return (
    <form ref={check.ref} onSubmit={submitted(onSubmit)}>
      <Stack>
        {!isKnownComponent(page.component) && (
          <Text c="dimmed">
            The console has no form for this component. Enter the answer as JSON, or use the fields that the
            service names.
          </Text>
        )}
        {errors.others.length > 0 && (
          <>
            <Text role="alert">{counted(errors.others.length, 'error')} of no field of this step:</Text>
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
          </>
        )}
        <Stack data-fields>
          {isJson && <AnswerJson flow={flow} page={page} />}
          {fields
            .filter(({ kind }) => kind === 'file' || !isJson)
            .map((field) =>
              field.kind === 'file' ? (
                <FileField key={field.name} flow={flow} field={field} error={errorOf(field.name)} />
              ) : (
                <ValueField
                  key={field.name}
                  field={field}
                  value={textOf(field.name)}
                  error={errorOf(field.name)}
                  onChange={(value) => changeValue(field.name, value)}
                />
              ),
            )}
        </Stack>
        {fileFailure && <FailureNotice failure={fileFailure} />}
        {fieldsLeftOut(page) > 0 && (
          <Text c="dimmed">
            {fieldsLeftOut(page).toLocaleString('en')} more fields are not shown here. Enter them as JSON.
          </Text>
        )}
        {fields.length === 0 && <Text c="dimmed">This step asks for nothing.</Text>}
        {!mayAnswer ? null : view?.confirmation === undefined ? (
          <div>
            <Button variant="filled" type="submit" disabled={cannotSend} loading={busy === 'submit'}>
              {fields.length === 0 ? 'Continue' : 'Send the answer'} in {visibleText(name)}
            </Button>
          </div>
        ) : (
          <Stack>
            <Text c="dimmed">
              This is production: the answer is given for a real person. Confirm once for this flow.
            </Text>
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

/** Shows the answer as JSON, with the fields as the service describes them. */
function AnswerJson({ flow: { draft, change }, page }: { flow: Flow; page: HeadlessPage }) {
  return (
    <>
      <div>
        <Text c="dimmed">Fields as the service describes them:</Text>
        <JsonTree value={page.args ?? []} path="args" open={2} clear />
      </div>
      <Textarea
        label="Values by field, as JSON"
        description="Sent as the member args of the body. The interface does not describe the body further (4.7)."
        value={draft.json}
        error={draft.jsonFault}
        minRows={5}
        maxRows={24}
        spellCheck={false}
        classNames={{ input: layout.mono ?? '' }}
        onChange={({ currentTarget }) => change((now) => withJson(now, currentTarget.value))}
      />
    </>
  );
}

/** Returns the errors of the service by field, of fields that were not changed since; and those of no field of the page. */
function errorsByField(
  page: HeadlessPage | undefined,
  changes: ReadonlySet<string>,
  fields: readonly { name: string }[],
): { of: ReadonlyMap<string, string[]>; others: { field: string | undefined; code: string | undefined }[] } {
  const of = new Map<string, string[]>();
  const others: { field: string | undefined; code: string | undefined }[] = [];
  const names = new Set(fields.map(({ name }) => name));
  for (const { field, code } of (page?.errors ?? []).slice(0, 100)) {
    if (field === undefined || !names.has(field)) {
      others.push({ field, code });
    } else if (!changes.has(field)) {
      of.set(field, [...(of.get(field) ?? []), code ?? '']);
    }
  }
  return { of, others };
}
