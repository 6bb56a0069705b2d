import { Combobox, type ComboboxStore, TextInput, useCombobox, VisuallyHidden } from '@mantine/core';
import { IconInfoCircle, IconSearch } from '@tabler/icons-react';
import {
  type ClipboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import { OutsideText } from '../ui/outside-text.tsx';
import { useAnnounce } from '../ui/services.tsx';
import { ShortcutHint } from '../ui/shortcut-hint.tsx';
import classes from './open-field.module.css';
import { type Choice, choicesFor, type OpenFieldState } from './open-field-store.ts';
import type { RecentState } from './recent-store.ts';

interface OpenFieldProps {
  store: StoreApi<OpenFieldState>;
  recent: StoreApi<RecentState>;
  inputRef: RefObject<HTMLInputElement | null>;
  shortcut: string;
  onOpen(conversationId: string): void;
}

/** Longer pastes, and those of several lines, are not put in the field: they may be a callback with personal data. */
const maxShown = 400;

/** One field that opens anything: an id, an address, a callback's body, a log. */
export function OpenField({ store, recent, inputRef, shortcut, onOpen }: OpenFieldProps) {
  const state = useStore(store);
  const { samples, recent: openedBefore } = useStore(recent);
  const announce = useAnnounce();
  const combobox = useResettingCombobox();
  const { text, pastedLength, found, callbacks } = state;
  const { choices, note } = useMemo(
    () => choicesFor({ text, found, callbacks }, { samples, recent: openedBefore }),
    [text, found, callbacks, samples, openedBefore],
  );
  const isEmpty = text.trim() === '' && pastedLength === undefined;
  const firstKey = choices[0]?.key;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the first choice is chosen again whenever it is another one
  useEffect(() => {
    if (firstKey !== undefined) {
      combobox.selectFirstOption();
    } else {
      combobox.resetSelectedOption();
    }
  }, [firstKey]);

  const summary = isEmpty
    ? ''
    : [note, choices.length === 0 ? 'No conversation id found.' : `${choices.length} found.`]
        .filter(Boolean)
        .join(' ');
  useEffect(() => {
    if (pastedLength !== undefined && summary !== '') {
      announce(summary);
    }
  }, [announce, pastedLength, summary]);

  const choose = (conversationId: string) => {
    state.clear();
    combobox.closeDropdown();
    onOpen(conversationId);
  };
  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text');
    if (!/[\n{]/.test(pasted.trim()) && pasted.length <= maxShown) {
      return;
    }
    event.preventDefault();
    state.paste(pasted);
    combobox.openDropdown();
  };
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={choose}
      shadow="md"
      offset={4}
      zIndex={300}
      withinPortal={false}
    >
      <Combobox.Target>
        <TextInput
          ref={inputRef}
          className={classes.field ?? ''}
          classNames={{ input: classes.input ?? '' }}
          aria-label="Open a conversation: id, address, callback body, or any text that contains one"
          placeholder="Open: id, address, callback body, any text"
          value={
            pastedLength === undefined ? text : `Pasted text, ${pastedLength.toLocaleString('en')} characters`
          }
          leftSection={<IconSearch size={15} aria-hidden />}
          rightSection={isEmpty ? <ShortcutHint shortcut={shortcut} /> : null}
          rightSectionWidth={58}
          rightSectionPointerEvents="none"
          autoComplete="off"
          spellCheck={false}
          onPaste={paste}
          onChange={(event) => {
            // Editing the placeholder of a long paste clears the field.
            if (pastedLength !== undefined) {
              state.clear();
            } else {
              state.type(event.currentTarget.value);
            }
            combobox.openDropdown();
          }}
          onFocus={() => !isEmpty && combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && !isEmpty) {
              event.stopPropagation();
              state.clear();
              combobox.closeDropdown();
            }
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={isEmpty} className={classes.dropdown ?? ''}>
        {note !== undefined && (
          <p className={classes.note}>
            <IconInfoCircle size={15} aria-hidden />
            <OutsideText text={note} most={600} />
          </p>
        )}
        <Combobox.Options aria-label="Conversations found">
          {choices.map((choice) => (
            <ChoiceRow key={choice.key} choice={choice} />
          ))}
          {choices.length === 0 && <Combobox.Empty>No conversation id found.</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
      <VisuallyHidden aria-live="polite">{pastedLength === undefined ? note : ''}</VisuallyHidden>
    </Combobox>
  );
}

/**
 * A combobox that forgets the option chosen when it closes. What is given to `useCombobox` must not be made in a render: the
 * library keeps it beside callbacks of earlier renders, and each of those would then hold the one before it, for ever.
 */
function useResettingCombobox(): ComboboxStore {
  const current = useRef<ComboboxStore>(undefined);
  const [options] = useState(() => resetOnClose(current));
  const combobox = useCombobox(options);
  useLayoutEffect(() => {
    current.current = combobox;
  });
  return combobox;
}

function resetOnClose(current: RefObject<ComboboxStore | undefined>) {
  return { onDropdownClose: () => current.current?.resetSelectedOption() };
}

function ChoiceRow({ choice }: { choice: Choice }) {
  return (
    <Combobox.Option value={choice.conversationId} className={classes.choice ?? ''}>
      <span className={classes.title}>
        <OutsideText text={choice.title} />
      </span>
      <span className={classes.detail}>
        <OutsideText text={choice.detail} />
      </span>
    </Combobox.Option>
  );
}
