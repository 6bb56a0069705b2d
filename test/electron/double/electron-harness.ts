import { EventEmitter } from 'node:events';
import type {
  Clipboard,
  Dialog,
  Display,
  Menu,
  MenuItemConstructorOptions,
  NativeTheme,
  PowerMonitor,
  Rectangle,
  Shell,
} from 'electron';
import type { DoubleApp } from './app.ts';
import { strict } from './strict.ts';

/** The user's answers, and the questions that were asked. */
export interface Person {
  /** The button they press, and the questions asked. */
  answers: number;
  asked: { message: string; detail: string | undefined; buttons: string[] }[];
  /** The path at which they save; undefined if they cancel. */
  savesTo: string | undefined;
  offeredNames: string[];
  /** The folder they choose; undefined if they cancel. */
  choosesFolder: string | undefined;
  /** The properties of each dialog that asked for a folder. */
  folderQuestions: string[][];
  errors: { title: string; words: string }[];
  /** The errors that were written to standard error instead of being shown. */
  printed: { title: string; words: string }[];
  opened: string[];
  /** Why the system cannot open a link, if it cannot. */
  cannotOpen: string | undefined;
}

export function createPerson(): Person {
  return {
    answers: 1,
    asked: [],
    savesTo: undefined,
    offeredNames: [],
    choosesFolder: undefined,
    folderQuestions: [],
    errors: [],
    printed: [],
    opened: [],
    cannotOpen: undefined,
  };
}

export function doubleDialog(app: DoubleApp, person: Person): Dialog {
  const options = <T>(given: unknown[]) => given.at(-1) as T;
  return strict('dialog', {
    // electron.d.ts, `Dialog.showErrorBox`: before `ready` Linux writes it to standard error, where nobody who started it from a menu reads it.
    showErrorBox: (title: string, words: string) => {
      const printed = process.platform === 'linux' && !app.api.isReady();
      (printed ? person.printed : person.errors).push({ title, words });
    },
    showMessageBox: async (...given: unknown[]) => {
      app.mustBeReady('dialog.showMessageBox');
      const { message, detail, buttons } = options<{ message: string; detail?: string; buttons?: string[] }>(
        given,
      );
      person.asked.push({ message, detail, buttons: buttons ?? [] });
      return { response: person.answers, checkboxChecked: false };
    },
    showMessageBoxSync: (...given: unknown[]) => {
      app.mustBeReady('dialog.showMessageBoxSync');
      const { message, detail, buttons } = options<{ message: string; detail?: string; buttons?: string[] }>(
        given,
      );
      person.asked.push({ message, detail, buttons: buttons ?? [] });
      return person.answers;
    },
    showSaveDialog: async (...given: unknown[]) => {
      app.mustBeReady('dialog.showSaveDialog');
      person.offeredNames.push(options<{ defaultPath?: string }>(given).defaultPath ?? '');
      return { canceled: person.savesTo === undefined, filePath: person.savesTo ?? '' };
    },
    showOpenDialog: async (...given: unknown[]) => {
      app.mustBeReady('dialog.showOpenDialog');
      const properties = options<{ properties?: string[] }>(given).properties ?? [];
      if (!properties.includes('openDirectory')) {
        throw new Error('The double knows only the dialog for a folder.');
      }
      person.folderQuestions.push(properties);
      const { choosesFolder } = person;
      return {
        canceled: choosesFolder === undefined,
        filePaths: choosesFolder === undefined ? [] : [choosesFolder],
      };
    },
  }) as unknown as Dialog;
}

export function doubleShell(person: Person): Shell {
  return strict('shell', {
    openExternal: async (url: string) => {
      if (person.cannotOpen !== undefined) {
        throw new Error(person.cannotOpen);
      }
      person.opened.push(url);
    },
  }) as unknown as Shell;
}

/** The argument of `clipboard.write`: text or bytes by format. */
export class DoubleClipboardItem {
  readonly items: Record<string, string | Blob>;

  constructor(items: Record<string, string | Blob>) {
    this.items = items;
  }

  get types(): string[] {
    return Object.keys(this.items);
  }
}

/** The clipboard of Electron 45: everything but `clear` is asynchronous. */
export function doubleClipboard() {
  let held = '';
  let formats: string[] = [];
  const doubled: Pick<Clipboard, 'clear' | 'readText' | 'write' | 'writeText'> = {
    clear: () => {
      held = '';
      formats = [];
    },
    readText: async () => held,
    write: async (items) => {
      for (const { items: given, types } of items as unknown as DoubleClipboardItem[]) {
        const raw = /^electron application\/osclipboard;format="[^"]+"$/;
        const wrong = types.filter((type) => type !== 'text/plain' && !raw.test(type));
        if (wrong.length > 0) {
          throw new Error(`The clipboard does not know ${wrong}.`);
        }
        held = String(given['text/plain']);
        formats = types;
      }
    },
    writeText: async (text: string) => {
      held = text;
      formats = ['text/plain'];
    },
  };
  return {
    api: strict('clipboard', doubled) as unknown as Clipboard,
    text: () => held,
    formats: () => formats,
    put: (text: string) => {
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

/** The last menu that was set, and the last context menu. */
export function doubleMenu(app: DoubleApp) {
  let popped: MenuItemConstructorOptions[] | undefined;
  let template: MenuItemConstructorOptions[] = [];
  return {
    api: strict('Menu', {
      buildFromTemplate: (given: MenuItemConstructorOptions[]) => {
        app.mustBeReady('Menu.buildFromTemplate');
        return {
          given,
          popup: () => {
            popped = given;
          },
        };
      },
      setApplicationMenu: (menu: { given: MenuItemConstructorOptions[] }) => {
        template = menu.given;
      },
    }) as unknown as typeof Menu,
    template: () => template,
    popped: () => popped,
  };
}

/** The system's theme, which is light. */
export class DoubleTheme extends EventEmitter {
  #source: NativeTheme['themeSource'] = 'system';

  get themeSource(): NativeTheme['themeSource'] {
    return this.#source;
  }

  set themeSource(given: NativeTheme['themeSource']) {
    if (!['system', 'light', 'dark'].includes(given)) {
      throw new TypeError('Error processing argument');
    }
    this.#source = given;
  }

  get shouldUseDarkColors(): boolean {
    return this.#source === 'dark';
  }
}

/** The system's screen lock and sleep events. */
export class DoublePower {
  readonly events = new EventEmitter();
  state: ReturnType<PowerMonitor['getSystemIdleState']> = 'active';
  readonly api = strict(
    'powerMonitor',
    Object.assign(this.events, { getSystemIdleState: () => this.state }),
  ) as unknown as PowerMonitor;
}

/** `systemPreferences`: Touch ID exists on macOS only, and its prompt rejects where the user does not confirm. */
export class DoubleTouch {
  readonly reasons: string[] = [];
  /** The user's answer to the prompt; undefined for a Mac without Touch ID. */
  answer: 'confirms' | 'cancels' | undefined;
  readonly api = strict(
    'systemPreferences',
    process.platform === 'darwin'
      ? {
          canPromptTouchID: () => this.answer !== undefined,
          promptTouchID: async (reason: string) => {
            this.reasons.push(reason);
            if (this.answer !== 'confirms') {
              throw new Error('Canceled by user.');
            }
          },
        }
      : {},
  );
}

/** `new Notification()`: records what is shown. */
export function doubleNotification(shown: string[]) {
  return class DoubleNotification {
    readonly #body: string;

    constructor({ body }: { body: string }) {
      this.#body = body;
    }

    static isSupported(): boolean {
      return true;
    }

    on(_name: 'click', _listener: () => void): this {
      return this;
    }

    show(): void {
      shown.push(this.#body);
    }
  };
}
