import {
  Box,
  Combobox,
  type ComboboxStore,
  Flex,
  Text,
  TextInput,
  useCombobox,
  VisuallyHidden,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCornerDownRight, IconInfoCircle, IconListDetails, IconSearch } from '@tabler/icons-react';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useStore } from 'zustand';
import type { CaseMatch } from '../../preload/contract/cases.ts';
import { looksLikeConversationId } from '../../preload/contract/service/conversation-id.ts';
import { personShape } from '../../preload/wording/person.ts';
import type { Action } from '../actions/action-store.ts';
import { useBridgeQuery } from '../bridge/use-bridge.tsx';
import { useRecent } from '../features/conversations/use-recent.ts';
import { useImport } from '../features/signatures/use-check.ts';
import { useStores } from '../stores.tsx';
import layout from '../ui/layout.module.css';
import { MaskShape, useShown } from '../ui/masked.tsx';
import { OutsideText } from '../ui/outside-text.tsx';
import { useAnnounce } from '../ui/services.tsx';
import { ShortcutHint } from '../ui/shortcut-hint.tsx';
import { type FieldActs, type FieldEntry, fieldGroups } from './field-entries.ts';
import classes from './search-field.module.css';

/** The longest text that can be a user key or a document number, in characters. */
const longest = 512;
/** Milliseconds after the last keystroke before the search. */
const pause = 60;
const none: readonly CaseMatch[] = [];
const noActions: readonly Action[] = [];

/**
 * Returns the cases of this console whose id, user key, document number or national id is exactly the typed text, and those of people whom it
 * names; undefined until it was searched. A failed search finds nothing: the text can still be opened as an id.
 */
function useCaseSearch(environmentId: string | undefined, input: string): readonly CaseMatch[] | undefined {
  const text = input.trim();
  const [pausedText] = useDebouncedValue(text, pause);
  const isSearchable = text !== '' && text.length <= longest && pausedText === text;
  const { data, failure } = useBridgeQuery(
    'cases.search',
    environmentId !== undefined && isSearchable ? { environmentId, text, isTyping: true } : undefined,
  );
  return failure ? none : data?.matches;
}

/** Longer pastes, and those of several lines, are not put in the field: they may be a callback with personal data. */
const maxShown = 400;

/** Shows one field for everything: it opens what is typed or pasted, finds cases, and runs every action. */
export function SearchField({ inputRef }: { inputRef: RefObject<HTMLInputElement | null> }) {
  const { openField, actions, environments, navigation } = useStores();
  const state = useStore(openField);
  const environmentId = useStore(environments, ({ selected }) => selected?.id);
  const { samples, recent: openedBefore, reload } = useRecent(environmentId);
  const announce = useAnnounce();
  const [opened, setOpened] = useState(false);
  const allActions = useStore(actions, (all) => (opened ? all.actions : noActions));
  const combobox = useResettingCombobox(setOpened);
  const { text, pastedLength, references, callbacks } = state;
  const matches = useCaseSearch(environmentId, text);
  /** The text that was pasted, as long as the field is used: a signature is computed over every byte of it. */
  const pastedText = useRef<string>(undefined);
  const cameFrom = useRef<Element>(null);
  const [submits, setSubmits] = useState(false);
  const isEmpty = text.trim() === '' && pastedLength === undefined;
  const isSearched = matches !== undefined;
  const acts = useFieldActs(() => pastedText.current ?? text);

  const isSigned = references.callbacks.length > 0 || /x-signature/i.test(pastedText.current ?? text);
  const { groups, note } = useMemo(
    () =>
      opened
        ? fieldGroups(
            {
              text,
              pastedLength,
              references,
              callbacks,
              isSigned,
              matches,
            },
            { actions: allActions, samples, recent: openedBefore },
            acts,
          )
        : { groups: [], note: undefined },
    [
      opened,
      text,
      pastedLength,
      references,
      callbacks,
      isSigned,
      matches,
      allActions,
      samples,
      openedBefore,
      acts,
    ],
  );
  const entries = groups.flatMap((group) => group.entries);
  const firstKey = entries[0]?.sendsText ? undefined : entries[0]?.key;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the first entry is selected again whenever it is another one
  useEffect(() => {
    if (firstKey !== undefined && !isEmpty) {
      combobox.selectFirstOption();
    } else {
      combobox.resetSelectedOption();
    }
  }, [firstKey, text, isEmpty]);

  // Enter was pressed before it was known whether the text is a user key.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the end of the search is waited for
  useEffect(() => {
    if (submits && isSearched) {
      setSubmits(false);
      choose(firstKey);
    }
  }, [submits, isSearched]);

  useEffect(() => {
    if (pastedLength === undefined) {
      pastedText.current = undefined;
    }
  }, [pastedLength]);

  const summary = isEmpty
    ? ''
    : [note, entries.length === 0 ? 'No results.' : `${entries.length} results.`].filter(Boolean).join(' ');
  useEffect(() => {
    if (pastedLength !== undefined && summary !== '') {
      announce(summary);
    }
  }, [announce, pastedLength, summary]);

  function clear(): void {
    pastedText.current = undefined;
    setSubmits(false);
    state.clear();
  }
  function leave(): void {
    combobox.closeDropdown();
    const before = cameFrom.current;
    if (before instanceof HTMLElement && before.isConnected) {
      before.focus({ preventScroll: true });
    } else {
      inputRef.current?.blur();
    }
  }
  function choose(key: string | undefined): void {
    const entry = entries.find((one) => one.key === key);
    if (entry) {
      // The entry may lead to another page and move the focus there, so the focus is returned before.
      leave();
      if ('to' in entry) {
        navigation.getState().go(entry.to);
      } else {
        entry.run();
      }
      clear();
    }
  }
  const paste = (event: ClipboardEvent) => {
    const all = event.clipboardData.getData('text');
    if (!/[\n{]/.test(all.trim()) && all.length <= maxShown) {
      return;
    }
    event.preventDefault();
    pastedText.current = all;
    state.paste(all);
    combobox.openDropdown();
  };
  const beforeKey = (event: KeyboardEvent) => {
    const waits =
      !isEmpty && pastedLength === undefined && !isSearched && !looksLikeConversationId(text.trim());
    if (event.key === 'Enter' && !event.nativeEvent.isComposing && waits) {
      event.preventDefault();
      event.stopPropagation();
      setSubmits(true);
    }
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
      <Combobox.Target withExpandedAttribute>
        <TextInput
          ref={inputRef}
          flex="1 1 16rem"
          miw={128}
          maw={704}
          styles={{ input: { background: 'var(--surface-sunk)' } }}
          aria-label="Open or search: id, address, user key, callback body, signed request, any text, or an action"
          placeholder="Open or search: id, user key, callback, any text, action"
          value={
            pastedLength === undefined ? text : `Pasted text, ${pastedLength.toLocaleString('en')} characters`
          }
          leftSection={<IconSearch size={15} aria-hidden />}
          rightSection={isEmpty ? <ShortcutHint shortcut="mod+k" isHidden /> : null}
          rightSectionWidth={58}
          rightSectionPointerEvents="none"
          spellCheck={false}
          onPaste={paste}
          onChange={(event) => {
            setSubmits(false);
            // Editing the placeholder of a long paste clears the field.
            if (pastedLength !== undefined) {
              clear();
            } else {
              state.type(event.currentTarget.value);
            }
            combobox.openDropdown();
          }}
          onFocus={(event) => {
            if (event.relatedTarget !== null) {
              cameFrom.current = event.relatedTarget;
            }
            reload();
            combobox.openDropdown();
          }}
          onClick={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
          onKeyDownCapture={beforeKey}
          onKeyDown={(event) => {
            if (event.key === 'Escape') {
              event.stopPropagation();
              if (isEmpty) {
                leave();
              } else {
                clear();
              }
            }
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        {note !== undefined && (
          <Flex
            gap={8}
            mx={2}
            mt={2}
            mb={6}
            px={8}
            py={6}
            className={`${layout.tinted} ${layout.notice}`}
            data-tone="caution"
          >
            <IconInfoCircle size={15} color="var(--tone)" aria-hidden />
            <OutsideText text={note} max={600} />
          </Flex>
        )}
        <Combobox.Options aria-label="Results" className={classes.options ?? ''}>
          {groups.map(({ title, entries: members }) => (
            <Combobox.Group key={title} label={title} classNames={{ groupLabel: classes.group ?? '' }}>
              {members.map((entry) => (
                <EntryRow key={entry.key} entry={entry} />
              ))}
            </Combobox.Group>
          ))}
          {entries.length === 0 && <Combobox.Empty>No results</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
      <VisuallyHidden aria-live="polite">{pastedLength === undefined ? note : ''}</VisuallyHidden>
    </Combobox>
  );
}

/** Returns the actions of the field on its results that lead to no single place. @param wholeText every character that was typed or pasted */
function useFieldActs(wholeText: () => string): FieldActs {
  const { navigation, environments, adding, signatures } = useStores();
  const text = useRef(wholeText);
  text.current = wholeText;
  const { take } = useImport(signatures);
  const importing = useRef(take);
  importing.current = take;
  return useMemo(() => {
    const { go } = navigation.getState();
    return {
      addToList(conversationIds) {
        if (environments.getState().selected) {
          go({ page: 'conversations' });
          adding.getState().begin(conversationIds.join('\n'));
        }
      },
      verifySignature() {
        const request = text.current();
        go({ page: 'signatures' });
        void importing.current(request);
      },
    };
  }, [navigation, environments, adding]);
}

/**
 * Returns a combobox that forgets the chosen option when it closes. Functions passed to `useCombobox` must not be created during a render: the
 * library keeps them together with callbacks of earlier renders, each of which would keep the one before it in memory.
 */
function useResettingCombobox(onOpened: (opened: boolean) => void): ComboboxStore {
  const current = useRef<ComboboxStore>(undefined);
  const [options] = useState(() => resetOnClose(current, onOpened));
  const combobox = useCombobox(options);
  useLayoutEffect(() => {
    current.current = combobox;
  });
  return combobox;
}

function resetOnClose(current: RefObject<ComboboxStore | undefined>, onOpened: (opened: boolean) => void) {
  return {
    onDropdownOpen: () => onOpened(true),
    onDropdownClose: () => {
      onOpened(false);
      current.current?.resetSelectedOption();
    },
  };
}

const icons = {
  action: <IconCornerDownRight size={15} stroke={1.6} aria-hidden />,
  conversation: <IconListDetails size={15} stroke={1.6} aria-hidden />,
};

function PersonText({ name, birthDate }: NonNullable<FieldEntry['person']>) {
  return useShown() ? (
    <span data-personal>
      <OutsideText text={[name, birthDate].filter(Boolean).join(', ')} max={160} />
    </span>
  ) : (
    <MaskShape shape={personShape(name, birthDate)} />
  );
}

function EntryRow({ entry }: { entry: FieldEntry }) {
  return (
    <Combobox.Option value={entry.key} className={classes.choice ?? ''}>
      <Flex component="span" display="inline-flex" flex="none" c="dimmed">
        {entry.icon ?? icons[entry.kind]}
      </Flex>
      <Text span miw={0} className={layout.anywhere}>
        {entry.person ? <PersonText {...entry.person} /> : <OutsideText text={entry.label} />}
      </Text>
      {entry.detail !== undefined && (
        <Text span flex="1 1 6rem" miw={0} fz={12} c="dimmed" truncate>
          <OutsideText text={entry.detail} />
        </Text>
      )}
      {entry.shortcut !== undefined && (
        <Box component="span" flex="none" ml="auto">
          <ShortcutHint shortcut={entry.shortcut} isHidden />
        </Box>
      )}
    </Combobox.Option>
  );
}
