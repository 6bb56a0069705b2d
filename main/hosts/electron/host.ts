import {
  app,
  type BaseWindow,
  BrowserWindow,
  ClipboardItem,
  clipboard,
  type Dialog,
  dialog,
  Notification,
  nativeTheme,
  session,
  systemPreferences,
} from 'electron';
import type { LastingNotice, Preferences } from '../../../preload/contract/application.ts';
import type { Host, Question } from '../../bridge/host.ts';
import { mediaAddress, mediaToken } from './addresses.ts';
import { ClipboardWriter } from './clipboard.ts';
import { markAsDownloaded } from './downloaded-mark.ts';
import { startKeytar } from './keytar-process.ts';
import { chooseFolder, saveFile } from './save-file.ts';
import { systemProxy } from './system-proxy.ts';
import { Unlocking } from './unlocking.ts';
import { windowColor } from './window.ts';

export interface ElectronHostDeps {
  log(message: string): void;
  /** Returns the last lines of the log, redacted. */
  recentLog(): string;
  /** A notice that is shown until the console closes. */
  notice: LastingNotice | undefined;
}

/** The Electron host. May be created before `ready`; used after it. */
export class ElectronHost {
  readonly host: Host;
  readonly #writer: ClipboardWriter;
  readonly #unlocking = new Unlocking(() => systemPreferences, process.platform);
  #contentProtection = false;
  #update: LastingNotice | undefined;

  constructor({ log, recentLog, notice }: ElectronHostDeps) {
    const { platform } = process;
    this.#writer = new ClipboardWriter({ clipboard, ClipboardItem, platform, log });
    const mark = (path: string) =>
      markAsDownloaded(path, platform, new Date()).catch(() =>
        log('A saved file could not be marked as one from the internet.'),
      );
    const unlocking = this.#unlocking;
    const notices = () => [notice, this.#update].filter((one) => one !== undefined);
    this.host = {
      get notices() {
        return notices();
      },
      name: 'Electron',
      get capabilities() {
        return {
          folderDialog: true,
          clipboard: true,
          contentProtection: platform === 'darwin' || platform === 'win32',
          unlock: unlocking.isPossible,
        };
      },
      unlock: () => unlocking.unlock(),
      versions: runtimeVersions(process.versions),
      saveFile: (file, options) =>
        saveFile(dialog, activeWindow(), app.getPath('downloads'), file, options, mark),
      chooseFolder: () => chooseFolder(dialog, activeWindow(), app.getPath('downloads'), mark),
      mediaAddress,
      mediaToken,
      confirm: (question) => confirm(dialog, activeWindow(), question),
      copy: (text, clearAfterMs) => this.#writer.copy(text, clearAfterMs),
      preferencesChanged: (kept) => this.#apply(kept),
      recentLog,
      notify: showNotification,
      startKeytar,
      systemProxy: (url) => systemProxy(session.defaultSession, url),
    };
  }

  /** Applies the preferences to a window: it is created before they are read, and hidden until its page is loaded. */
  prepare(window: BrowserWindow): void {
    window.setContentProtection(this.#contentProtection);
    window.setBackgroundColor(windowColor());
  }

  /** Shows a lasting notice that a new version is ready to install. */
  updateReady(version: string): void {
    this.#update = {
      label: 'Update ready',
      text: `Version ${version} is ready. It is installed when you quit Assay.`,
      dangerous: false,
    };
  }

  /** Called when the screen was locked or the machine went to sleep. */
  lock(): void {
    this.#unlocking.lock();
  }

  /** Run before the application quits. */
  close(): Promise<void> {
    return this.#writer.close();
  }

  #apply({ theme, contentProtection }: Preferences): void {
    nativeTheme.themeSource = theme === 'auto' ? 'system' : theme;
    this.#contentProtection = contentProtection;
    for (const window of BrowserWindow.getAllWindows()) {
      this.prepare(window);
    }
  }
}

/** Shows a notification; a click brings the window to the front. */
function showNotification(text: string): void {
  if (!Notification.isSupported()) {
    return;
  }
  const notification = new Notification({ title: 'Assay', body: text });
  notification.on('click', () => {
    const window = activeWindow();
    window?.show();
    window?.focus();
  });
  notification.show();
}

/** Dialogs belong to the active window, so that they cannot open behind it. */
function activeWindow(): BrowserWindow | undefined {
  return BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0];
}

/** Returns the components whose version matters for safety and support. */
function runtimeVersions(versions: NodeJS.ProcessVersions): Record<string, string> {
  const named = {
    electron: versions.electron,
    chromium: versions.chrome,
    node: versions.node,
    v8: versions.v8,
  };
  return Object.fromEntries(Object.entries(named).filter((entry): entry is [string, string] => !!entry[1]));
}

/** Asks in a dialog of the system. Enter and Escape cancel. */
async function confirm(
  dialog: Dialog,
  window: BaseWindow | undefined,
  { message, detail, accept }: Question,
): Promise<boolean> {
  const question = {
    type: 'question' as const,
    message,
    detail,
    buttons: [accept, 'Cancel'],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  };
  const { response } = await (window
    ? dialog.showMessageBox(window, question)
    : dialog.showMessageBox(question));
  return response === 0;
}
