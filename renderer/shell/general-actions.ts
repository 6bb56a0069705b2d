import { useMantineColorScheme } from '@mantine/core';
import { useStore } from 'zustand';
import { visibleText } from '../../preload/contract/service/visible-text.ts';
import type { Action } from '../actions/action-store.ts';
import { useActions } from '../actions/use-action.ts';
import { environmentInWords } from '../environments/environment-in-words.ts';
import { useStores } from '../stores.tsx';
import { dataSwitchShortcut } from '../ui/data-switch.tsx';
import { maskAll, switchData } from '../ui/mask-all.ts';
import { useRefusal } from '../ui/policy.tsx';
import { usePick } from '../ui/use-pick.ts';
import { allPages, integrationPages } from './rail.tsx';
import { useSettingActions } from './setting-actions.ts';

/** Returns where the keyboard is: the environment, the page, and the parts of it around the focus, the outermost first. */
function placeInWords(environment: string): string {
  const parts: string[] = [];
  for (
    let part = document.activeElement?.closest(partSelector);
    part;
    part = part.parentElement?.closest(partSelector)
  ) {
    parts.unshift(nameOf(part));
  }
  const title = textOf(document.querySelector('#work h1'));
  return [environment, title, ...parts]
    .filter((text, index, all) => text !== '' && all.indexOf(text) === index)
    .map((text) => text.replace(/\.$/, ''))
    .join('. ');
}

/** The parts of a page that have a name. */
const partSelector = 'section, nav, aside, form, [role=dialog], [role=grid], [role=tabpanel], [role=row]';

function nameOf(part: Element): string {
  const labelId = part.getAttribute('aria-labelledby');
  return part.role === 'row' || part.tagName === 'TR'
    ? `Row ${part.getAttribute('aria-rowindex') ?? ''}`.trim()
    : (part.getAttribute('aria-label') ?? textOf(labelId === null ? null : document.getElementById(labelId)));
}

function textOf(element: Element | null): string {
  const copy = element?.cloneNode(true) as Element | undefined;
  for (const element of copy?.querySelectorAll('[aria-hidden=true]') ?? []) {
    element.remove();
  }
  return (copy?.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
}

export interface Openers {
  openShortcuts(): void;
  openSwitch(): void;
  focusField(): void;
  find(): void;
}

/** Registers the actions available everywhere. */
export function useGeneralActions({ openShortcuts, openSwitch, focusField, find }: Openers): void {
  const stores = useStores();
  const { navigation, environments, ui } = stores;
  const { environments: all, selected } = usePick(environments, 'environments', 'selected');
  const selectedId = selected?.id;
  const { setColorScheme } = useMantineColorScheme();
  const isWithoutIntegration = useRefusal('integration') !== undefined;
  const pages = allPages.filter(({ page }) => !(isWithoutIntegration && integrationPages.includes(page)));
  useSettingActions();
  const { go, back, forward } = navigation.getState();
  const theme = (id: 'light' | 'dark' | 'auto', label: string, shortcut: string): Action => ({
    id: `theme-${id}`,
    group: 'Window',
    label,
    shortcut,
    keywords: ['theme', 'appearance', 'colour'],
    run: () => setColorScheme(id),
  });
  const last = useStore(ui.undo, (state) => state.last);
  const undo = async () => {
    ui.undo.setState({ last: undefined });
    if (await last?.run()) {
      ui.announce(`Undone: ${last?.label}`);
      last?.onUndone?.();
    }
  };
  const general: Action[] = [
    {
      id: 'undo',
      label: last ? `Undo: ${last.label}` : 'Undo',
      shortcut: 'mod+z',
      keywords: ['take back', 'revert', 'withdraw'],
      disabled: last === undefined,
      run: () => void undo(),
    },
    {
      id: 'field',
      label: 'Open or search',
      shortcut: 'mod+k',
      alias: 'mod+o',
      keywords: ['find', 'id', 'conversation', 'case', 'commands', 'palette'],
      run: focusField,
    },
    {
      id: 'where',
      label: 'Say where I am',
      shortcut: 'f8',
      always: true,
      keywords: ['screen reader', 'place', 'focus'],
      run: () => ui.announce(placeInWords(selected ? environmentInWords(selected) : '')),
    },
    { id: 'find', label: 'Find in this page', shortcut: 'mod+f', run: find },
    {
      id: 'data-switch',
      label: 'Show or mask personal data',
      shortcut: dataSwitchShortcut,
      always: true,
      keywords: ['reveal', 'names', 'privacy', 'pictures'],
      run: () => switchData(ui),
    },
    {
      id: 'mask',
      label: 'Mask personal data',
      shortcut: 'mod+shift+m',
      always: true,
      keywords: ['hide', 'privacy'],
      run: () => maskAll(ui),
    },
    ...pages.map(({ page, label, shortcut, keywords }) => ({
      id: `page-${page}`,
      group: 'Go to',
      label: `Go to ${label}`,
      shortcut,
      keywords,
      run: () => go({ page }),
    })),
    { id: 'back', group: 'Go to', label: 'Go back', shortcut: 'alt+arrowleft', run: back },
    { id: 'forward', group: 'Go to', label: 'Go forward', shortcut: 'alt+arrowright', run: forward },
    {
      id: 'switch',
      group: 'Environment',
      label: 'Switch environment',
      shortcut: 'mod+shift+e',
      run: openSwitch,
    },
    {
      id: 'add-environment',
      group: 'Environment',
      label: 'Add environment',
      shortcut: 'mod+shift+a',
      run: () => go({ page: 'settings', section: 'new' }),
    },
    theme('light', 'Light theme', 'mod+alt+l'),
    theme('dark', 'Dark theme', 'mod+alt+d'),
    theme('auto', 'System theme', 'mod+alt+s'),
    {
      id: 'shortcuts',
      group: 'Window',
      label: 'Keyboard shortcuts',
      shortcut: 'mod+/',
      alias: '?',
      keywords: ['help'],
      run: openShortcuts,
    },
  ];
  useActions('Anywhere', general);
  useActions(
    'Environment',
    all.map(({ id, settings: { name, kind, baseUrl } }, index) => ({
      id: `environment-${id}`,
      label: `Switch to ${visibleText(name)}`,
      detail: `${kind}, ${visibleText(baseUrl)}`,
      ...(index < 9 ? { shortcut: `mod+alt+${index + 1}` } : {}),
      disabled: id === selectedId,
      run: () => void environments.getState().select(id),
    })),
  );
}
