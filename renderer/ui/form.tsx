import { Button, Group, Popover, type PopoverProps, Stack, type StackProps } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import {
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useRef,
  useState,
} from 'react';
import type { FailureView } from '../../preload/contract/envelope.ts';
import type { Action } from '../actions/action-store.ts';
import { useActions } from '../actions/use-action.ts';
import { FailureNotice } from './notices.tsx';
import { type FormCheck, submitted } from './use-form-check.ts';

interface FormProps extends Omit<StackProps, 'onSubmit'> {
  /** Omitted where nothing has to be entered. */
  check?: FormCheck | undefined;
  /** The label of the button that submits it. */
  action: string;
  busy?: boolean;
  failure?: FailureView | undefined;
  /** True for a part of a page: its buttons stand where the fields begin. */
  isInPage?: boolean;
  /** Another button, apart from those two. */
  other?: ReactNode;
  /** Called once nothing is wrong with the fields. */
  onSubmit(): unknown;
  /** Omitted where there is nothing to go back to. */
  onCancel?: (() => void) | undefined;
}

/** Shows a form with its fields, what failed and its buttons. Enter submits it, in a field of several lines with Ctrl. */
export function Form({
  check,
  action,
  busy = false,
  failure,
  isInPage = false,
  other,
  onSubmit,
  onCancel,
  children,
  ...props
}: FormProps) {
  // Before a closed list of choices, which Enter would open.
  const onKeyDownCapture = (event: KeyboardEvent<HTMLElement>) => {
    const isButton = event.target instanceof HTMLButtonElement;
    const isMod = event.ctrlKey || event.metaKey;
    if (event.key === 'Enter' && isMod && !isButton) {
      event.preventDefault();
      event.stopPropagation();
      event.currentTarget.closest('form')?.requestSubmit();
    }
  };
  const submit = (
    <Button variant="filled" type="submit" loading={busy}>
      {action}
    </Button>
  );
  const cancel = onCancel && <Button onClick={onCancel}>Cancel</Button>;
  return (
    <Stack
      component="form"
      {...(check && { ref: check.ref })}
      gap={10}
      w={isInPage ? '100%' : 320}
      {...props}
      onSubmit={submitted(() => check?.passes() !== false && onSubmit())}
      onKeyDownCapture={onKeyDownCapture}
    >
      {children}
      {failure && <FailureNotice failure={failure} />}
      {isInPage ? (
        <Group>
          {submit}
          {cancel}
          {other}
        </Group>
      ) : (
        <Group wrap="nowrap" justify="flex-end">
          {other && <div style={{ marginRight: 'auto' }}>{other}</div>}
          {cancel}
          {submit}
        </Group>
      )}
    </Stack>
  );
}

/** An action that opens the form, or does what `run` says. */
type FormAction = Omit<Action, 'group' | 'run'> & { run?(open: () => void): void };

interface FormButtonProps {
  /** The name of the form. */
  name: string;
  /** Opens it by key and from the palette; of several actions, each does. */
  action?: FormAction | readonly FormAction[] | undefined;
  position?: PopoverProps['position'];
  width?: number;
  onClose?(): void;
  /** The button, which takes these properties. */
  button(props: { ref: RefObject<HTMLButtonElement | null>; onClick(): void }): ReactNode;
  /** The form, which closes itself: `leave` where the focus goes elsewhere than to the button. */
  children(form: { close(): void; leave(): void }): ReactNode;
}

/**
 * Shows a button and the form that it opens. In a low window the button scrolls with the page, and a form is not shown beside a button that
 * is out of view. The form closes when another form or a dialog opens: of two, both would take the same keys.
 */
export function FormButton({
  name,
  action,
  position = 'top-start',
  width,
  onClose = () => undefined,
  button,
  children,
}: FormButtonProps): ReactElement {
  const [state, setState] = useState<'closed' | 'open' | 'left'>('closed');
  const ref = useRef<HTMLButtonElement>(null);
  const isOpen = state === 'open';
  useWindowEvent('focusin', ({ target }) => {
    const form = isOpen && target instanceof Element && target.closest('[role=dialog]');
    if (form && form.id !== ref.current?.getAttribute('aria-controls')) {
      setState('left');
    }
  });
  const setOpen = (opens: boolean) => setState(opens ? 'open' : 'closed');
  const open = () => {
    ref.current?.scrollIntoView({ block: 'nearest' });
    setOpen(true);
  };
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position={position}
      width={width}
      onClose={onClose}
      shadow="md"
      trapFocus
      returnFocus={state !== 'left'}
    >
      {action && <Actions actions={[action].flat()} open={open} />}
      <Popover.Target>{button({ ref, onClick: () => setOpen(!isOpen) })}</Popover.Target>
      <Popover.Dropdown aria-label={name}>
        {children({ close: () => setOpen(false), leave: () => setState('left') })}
      </Popover.Dropdown>
    </Popover>
  );
}

function Actions({ actions, open }: { actions: readonly FormAction[]; open(): void }) {
  useActions(
    'Decision',
    actions.map(({ run = open, ...action }) => ({ ...action, run: () => run(open) })),
  );
  return null;
}
