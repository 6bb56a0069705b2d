import {
  Box,
  Button,
  Checkbox,
  Flex,
  Group,
  Modal,
  NativeSelect,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTimeout, useWindowEvent } from '@mantine/hooks';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type StoreApi, useStore } from 'zustand';
import type { FailureView } from '../../../preload/contract/envelope.ts';
import type { EnvironmentSettings } from '../../../preload/contract/environments.ts';
import { type Recipients, recipientNames } from '../../../preload/contract/recipients.ts';
import { setByPolicyLabel } from '../../../preload/wording/policy.ts';
import type { NavigationState } from '../../navigation.ts';
import { Choice } from '../../ui/choice.tsx';
import layout from '../../ui/layout.module.css';
import { Notice, violationsOf } from '../../ui/notices.tsx';
import { Locked, usePolicy } from '../../ui/policy.tsx';
import { submitted } from '../../ui/use-form-check.ts';
import {
  blockedRecipients,
  type DraftField,
  type EnvironmentDraft,
  fieldOfViolation,
  hasAdvanced,
  isAdvanced,
  looksLikeProduction,
  mainFields,
  validateDraft,
} from './environment-draft.ts';
import { PartFailure } from './part-failure.tsx';
import formLayout from './settings-form.module.css';

const kindNames = { sandbox: 'sandbox', test: 'test', production: 'production' } as const;

/** Holds the form of an environment. A field shows its error once it has been left, all of them on saving. */
export function useEnvironmentForm(initial: EnvironmentDraft) {
  const form = useForm({
    initialValues: initial,
    validate(values) {
      const read = validateDraft(values);
      return read.ok ? {} : read.errors;
    },
  });
  const element = useRef<HTMLFormElement>(null);
  const [hasTried, setTried] = useState(false);
  /** Settings that look like production, until the user says what they are. */
  const [doubtful, setDoubtful] = useState<{
    settings: EnvironmentSettings;
    save(settings: EnvironmentSettings): void;
  }>();
  const { values: draft } = form;
  const read = validateDraft(draft);

  // After a first try every change is checked at once; a choice can change the error of another field.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form object is another one at each render
  useEffect(() => {
    if (hasTried) {
      void form.validate();
    }
  }, [hasTried, draft]);

  return {
    form,
    element,
    read,
    /** True once saving was tried. */
    tried: hasTried,
    changed: form.isDirty(),
    faults: Object.keys(form.errors).length,
    doubtful: doubtful?.settings,
    /** Saves the settings that look like production as what they are; without an answer, not at all. */
    answer(kind?: EnvironmentSettings['kind']) {
      setDoubtful(undefined);
      if (doubtful && kind) {
        form.setValues({ kind });
        doubtful.save({ ...doubtful.settings, kind });
      }
    },
    /** Saves settings that are right, once it is said what those are that look like production; else shows every error and goes to the first. @param isComplete false while other fields of the page are wrong */
    submit(save: (settings: EnvironmentSettings) => void, isComplete = true) {
      setTried(true);
      if (read.ok && isComplete) {
        const isNew = mainFields.some((name) => initial[name] !== draft[name]);
        if (isNew && looksLikeProduction(read.settings)) {
          setDoubtful({ settings: read.settings, save });
        } else {
          save(read.settings);
        }
      } else {
        requestAnimationFrame(() =>
          element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
        );
      }
    },
  };
}

interface EnvironmentFormProps {
  model: ReturnType<typeof useEnvironmentForm>;
  /** The actions of the buttons on the settings. */
  verb: 'Add' | 'Save';
  /** The addresses the API key in use was entered for; undefined without one. */
  keyEnteredFor?: Recipients | undefined;
  /** Why main did not save it, such as a field that it refused. */
  failure: FailureView | undefined;
  navigation: StoreApi<NavigationState>;
  /** True if leaving asks first. */
  hasChanges: boolean;
  onSubmit(): void;
  buttons: ReactNode;
  /** More fields, before the advanced ones. */
  children?: ReactNode;
}

/** Shows the settings of an environment. */
export function EnvironmentForm(props: EnvironmentFormProps) {
  const { model, verb, keyEnteredFor, failure, navigation, hasChanges, onSubmit, buttons, children } = props;
  const { form, element, read, faults } = model;
  const policy = usePolicy();
  const onLeft = useTouchedFields<DraftField>((name) => void form.validateField(name));
  const { values: draft, setValues: put } = form;
  const heldBack = keyEnteredFor && blockedRecipients(read, keyEnteredFor);
  const refusals = refusedFields(failure);

  const field = (name: DraftField) => {
    const { error, ...props } = form.getInputProps(name);
    return {
      ...props,
      error: error ?? refusals[name],
      onBlur: () => onLeft(name),
      spellCheck: false,
    };
  };

  return (
    <form ref={element} className={formLayout.form} onSubmit={submitted(onSubmit)} noValidate>
      <UnsavedChanges navigation={navigation} hasChanges={hasChanges} />
      <ProductionQuestion model={model} verb={verb} />
      <div className={formLayout.fields}>
        <TextInput label="Name" required maxLength={80} {...field('name')} />
        <Choice
          label="Kind"
          value={draft.kind}
          choices={kinds.filter(
            ([kind]) => kind === draft.kind || (policy?.ownEnvironments.includes(kind) ?? true),
          )}
          onChange={(kind) => put({ kind })}
        />
        <TextInput
          label="Base address"
          description={
            draft.kind === 'production' ? 'Production requires https.' : 'Such as https://test.example.com'
          }
          required
          inputMode="url"
          classNames={{ input: layout.mono ?? '' }}
          {...field('baseUrl')}
        />
      </div>
      {children}
      <AdvancedFields model={model} field={field} faulty={Object.keys({ ...form.errors, ...refusals })} />
      {heldBack && keyEnteredFor && (
        <Notice role="status">
          The API key was entered for {recipientNames(keyEnteredFor)}. After saving, it is not used until you
          enter it again for {recipientNames(heldBack)}.
        </Notice>
      )}
      <Flex wrap="wrap" align="center" columnGap={12} rowGap={8} pt={4}>
        {buttons}
        {faults > 0 && <span role="status">{faults === 1 ? 'Fix 1 field.' : `Fix ${faults} fields.`}</span>}
      </Flex>
      <PartFailure failure={failure} />
    </form>
  );
}

/** Asks whether it is production where the name or the address says so, and the kind does not. */
function ProductionQuestion({
  model: { doubtful, answer },
  verb,
}: Pick<EnvironmentFormProps, 'model' | 'verb'>) {
  return (
    <Modal opened={doubtful !== undefined} onClose={() => answer()} title="Is this production?">
      {doubtful && (
        <Stack align="flex-start" gap={10}>
          <Text>
            The name or address says so, but the kind is {kindNames[doubtful.kind]}. In production, more is
            asked before data is deleted.
          </Text>
          <Group gap={10}>
            <Button variant="filled" data-autofocus onClick={() => answer('production')}>
              {verb} as production
            </Button>
            <Button onClick={() => answer(doubtful.kind)}>
              {verb} as {kindNames[doubtful.kind]}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

const kinds = [
  ['test', 'Test'],
  ['production', 'Production'],
  ['sandbox', 'Sandbox'],
] as const;

interface AdvancedProps {
  model: ReturnType<typeof useEnvironmentForm>;
  field(name: DraftField): object;
  /** The fields with an error. */
  faulty: readonly string[];
}

/** Shows what few environments need, folded unless something of it is set or wrong. */
function AdvancedFields({ model: { form }, field, faulty }: AdvancedProps) {
  const { values: draft, setValues: put } = form;
  const policy = usePolicy();
  const [opened, setOpened] = useState(() => hasAdvanced(draft));
  return (
    <details
      open={opened || faulty.some(isAdvanced)}
      onToggle={(event) => setOpened(event.currentTarget.open)}
    >
      <summary className={formLayout.legend}>Advanced</summary>
      <Stack gap={14}>
        <div className={formLayout.fields}>
          <TextInput
            label="Media type"
            description="The vendor part differs by deployment."
            required
            classNames={{ input: layout.mono ?? '' }}
            {...field('mediaType')}
          />
          <Checkbox
            label="Read-only"
            description={
              policy?.readOnly
                ? `${setByPolicyLabel}.`
                : 'Nothing can be expired, deleted or created here from this console.'
            }
            checked={draft.readOnly || policy?.readOnly === true}
            disabled={policy?.readOnly}
            onChange={(event) => put({ readOnly: event.currentTarget.checked })}
          />
          <Checkbox
            label="The service can end AML monitoring"
            description="Some deployments have this operation. It is not part of the documented interface."
            checked={draft.endMonitoring}
            onChange={(event) => put({ endMonitoring: event.currentTarget.checked })}
          />
        </div>
        <div className={formLayout.fields}>
          <Choice
            label="Authentication"
            value={draft.scheme}
            choices={[
              ['basic', 'Basic'],
              ['oauth', 'OAuth 2.0 client credentials'],
            ]}
            onChange={(scheme) => put({ scheme })}
          />
          {draft.scheme === 'oauth' && (
            <>
              <TextInput
                label="Token address"
                description="Leave empty for /api/oauth2/token under the base address."
                inputMode="url"
                classNames={{ input: layout.mono ?? '' }}
                {...field('tokenUrl')}
              />
              <NativeSelect
                label="How the API key is sent"
                value={draft.clientAuthentication}
                onChange={(event) =>
                  put({ clientAuthentication: event.currentTarget.value === 'body' ? 'body' : 'header' })
                }
                data={[
                  { value: 'header', label: 'In a Basic header' },
                  { value: 'body', label: 'In the form (client_id, client_secret)' },
                ]}
              />
            </>
          )}
        </div>
        <div className={formLayout.fields}>
          <Locked refusal={policy?.proxy && { text: 'The proxy is set', by: setByPolicyLabel }}>
            <Choice
              label="Proxy"
              value={draft.proxyMode}
              choices={[
                ['system', 'System'],
                ['none', 'None'],
                ['own', 'Custom'],
              ]}
              onChange={(proxyMode) => put({ proxyMode })}
            />
            {draft.proxyMode === 'own' && (
              <TextInput
                label="Proxy address"
                description="Such as http://proxy.example.com:3128"
                required
                inputMode="url"
                classNames={{ input: layout.mono ?? '' }}
                {...field('proxyUrl')}
              />
            )}
          </Locked>
          <Locked
            refusal={
              policy?.certificateAuthorities === undefined
                ? undefined
                : { text: 'The certificate authorities are set', by: setByPolicyLabel }
            }
          >
            <TextInput
              label="Extra certificate authority"
              description="Path to a PEM file, trusted in addition to the system’s certificates. Leave empty for none."
              classNames={{ input: layout.mono ?? '' }}
              {...field('extraCaFile')}
            />
          </Locked>
        </div>
        <Box component="fieldset" m={0} p={0} bd={0} miw={0}>
          <legend className={formLayout.legend}>Timeouts in seconds</legend>
          <div className={formLayout.fields} data-narrow>
            <TextInput label="Connection" inputMode="decimal" {...field('connectSeconds')} />
            <TextInput label="First response" inputMode="decimal" {...field('headersSeconds')} />
            <TextInput label="Idle" inputMode="decimal" {...field('idleSeconds')} />
            <TextInput label="Total" inputMode="decimal" {...field('totalSeconds')} />
          </div>
        </Box>
      </Stack>
    </details>
  );
}

interface UnsavedChangesProps {
  navigation: StoreApi<NavigationState>;
  hasChanges: boolean;
}

/** Asks before a page with unsaved changes is left, by whatever way. */
function UnsavedChanges({ navigation, hasChanges }: UnsavedChangesProps) {
  const departure = useStore(navigation, (state) => state.held);
  const { setUnsaved, settleHeld } = navigation.getState();
  useEffect(() => {
    setUnsaved(hasChanges);
    return () => setUnsaved(false);
  }, [setUnsaved, hasChanges]);
  return (
    <Modal
      opened={departure !== undefined}
      onClose={() => settleHeld(false)}
      title="Discard unsaved changes?"
    >
      <Stack align="flex-start" gap={10}>
        <Text maw={736}>The settings of this environment were changed and not saved.</Text>
        <Group gap={10}>
          <Button variant="filled" data-autofocus onClick={() => settleHeld(false)}>
            Keep editing
          </Button>
          <Button color="red" onClick={() => settleHeld(true)}>
            Discard changes
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** Returns what main says about fields that it refused. */
function refusedFields(failure: FailureView | undefined): Partial<Record<DraftField, string>> {
  const refusals: Partial<Record<DraftField, string>> = {};
  for (const { field, message } of violationsOf(failure?.details?.violations)) {
    const name = field === undefined ? undefined : fieldOfViolation(field);
    if (name) {
      refusals[name] = message;
    }
  }
  return refusals;
}

/**
 * Returns the function that a field calls when it is left. `onLeft` then runs at once, or, when the field was left by pressing the pointer, after
 * the click: a message that appears between press and release would move the button that is being clicked. This is why the form
 * does not use the library's own validation on blur.
 */
function useTouchedFields<F extends string>(onLeft: (field: F) => void): (field: F) => void {
  const isPressed = useRef(false);
  const waiting = useRef(new Set<F>());
  // The click event follows the release.
  const { start: flush } = useTimeout(() => {
    isPressed.current = false;
    for (const field of waiting.current) {
      onLeft(field);
    }
    waiting.current.clear();
  }, 0);
  const down = () => {
    isPressed.current = true;
  };
  useWindowEvent('pointerdown', down, true);
  useWindowEvent('pointerup', flush, true);
  useWindowEvent('pointercancel', flush, true);
  return (field) => {
    if (isPressed.current) {
      waiting.current.add(field);
    } else {
      onLeft(field);
    }
  };
}
