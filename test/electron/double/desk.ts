import { EventEmitter } from 'node:events';
import type {
  Clipboard,
  Dialog,
  Display,
  Menu,
  MenuItemConstructorOptions,
  Rectangle,
  Shell,
} from 'electron';
import type { DoubleApp } from './app.ts';
import { strict } from './strict.ts';

/** What the person at the machine would answer, and what they were asked. */
export interface Person {
  /** The button they press; the questions they were asked. */
  answers: number;
  asked: { message: string; detail: string | undefined; buttons: string[] }[];
  /** Where they save; undefined when they think better of it. */
  savesTo: string | undefined;
  offeredNames: string[];
  errors: { title: string; words: string }[];
  opened: string[];
  /** Why the system cannot open a link, where it cannot. */
  cannotOpen: string | undefined;
}

export function createPerson(): Person {
  return {
    answers: 1,
    asked: [],
    savesTo: undefined,
    offeredNames: [],
    errors: [],
    opened: [],
    cannotOpen: undefined,
  };
}

export function doubleDialog(app: DoubleApp, person: Person): Dialog {
  const options = <T>(given: unknown[]) => given.at(-1) as T;
  return strict('dialog', {
    showErrorBox: (title: string, words: string) => void person.errors.push({ title, words }),
    showMessageBox: async (...given: unknown[]) => {
      app.mustBeReady('dialog.showMessageBox');
      const { message, detail, buttons } = options<{ message: string; detail?: string; buttons?: string[] }>(
        given,
      );
      person.asked.push({ message, detail, buttons: buttons ?? [] });
      return { response: person.answers, checkboxChecked: false };
    },
    showSaveDialog: async (...given: unknown[]) => {
      app.mustBeReady('dialog.showSaveDialog');
      person.offeredNames.push(options<{ defaultPath?: string }>(given).defaultPath ?? '');
      return { canceled: person.savesTo === undefined, filePath: person.savesTo ?? '' };
    },
  }) as unknown as Dialog;
}

export function doubleShell(person: Person): Shell {
  return strict('shell', {
    openExternal: async (url: string) => {
      if (person.cannotOpen !== undefined) throw new Error(person.cannotOpen);
      person.opened.push(url);
    },
  }) as unknown as Shell;
}

/** The clipboard of Electron 45: everything but `clear` is answered later. */
export function doubleClipboard(): { api: Clipboard; text(): string; put(text: string): void } {
  let held = '';
  const doubled: Pick<Clipboard, 'clear' | 'readText' | 'writeText'> = {
    clear: () => {
      held = '';
    },
    readText: async () => held,
    writeText: async (text) => {
      held = text;
    },
  };
  return {
    api: strict('clipboard', doubled) as unknown as Clipboard,
    text: () => held,
    put: (text) => {
      held = text;
    },
  };
}

export function doubleScreen(app: DoubleApp, areas: () => Rectangle[]): object {
  const displays = (): Pick<Display, 'workArea'>[] => {
    app.mustBeReady('screen');
    return areas().map((workArea) => ({ workArea }));
  };
  return strict('screen', { getAllDisplays: displays, getPrimaryDisplay: () => displays()[0] });
}

/** The menu as it was last set. */
export function doubleMenu(app: DoubleApp): { api: typeof Menu; template(): MenuItemConstructorOptions[] } {
  let template: MenuItemConstructorOptions[] = [];
  return {
    api: strict('Menu', {
      buildFromTemplate: (given: MenuItemConstructorOptions[]) => {
        app.mustBeReady('Menu.buildFromTemplate');
        return { given };
      },
      setApplicationMenu: (menu: { given: MenuItemConstructorOptions[] }) => {
        template = menu.given;
      },
    }) as unknown as typeof Menu,
    template: () => template,
  };
}

export function doubleTheme(): object {
  return strict('nativeTheme', Object.assign(new EventEmitter(), { shouldUseDarkColors: false }));
}
