import type { MenuItemConstructorOptions } from 'electron';
import type { EventPayload } from '../../../preload/contract/events.ts';

export type Command = EventPayload<'application.command'>['command'];

interface MenuDeps {
  platform: NodeJS.Platform;
  /** True if reloading and the developer tools are available: never in a packaged build. */
  developer: boolean;
  command(command: Command): void;
}

/**
 * Returns the application's menu: the system's standard roles and the main commands of the interface, with the interface's own
 * shortcuts.
 */
export function menuTemplate(deps: MenuDeps): MenuItemConstructorOptions[] {
  const mac = deps.platform === 'darwin';
  const settings = item(deps, 'Settings…', 'settings', 'CmdOrCtrl+,');
  return [
    ...(mac ? [applicationMenu(settings)] : []),
    {
      label: '&File',
      submenu: [
        item(deps, 'Open conversation…', 'open', 'CmdOrCtrl+O'),
        separator,
        ...(mac ? [] : [settings, separator]),
        mac ? { role: 'close' } : { role: 'quit' },
      ],
    },
    editMenu(deps),
    viewMenu(deps),
    {
      label: '&Window',
      role: 'window',
      submenu: [
        { role: 'minimize' },
        ...(mac
          ? [{ role: 'zoom' } as const, separator, { role: 'front' } as const]
          : [{ role: 'close' } as const]),
      ],
    },
    {
      label: '&Help',
      role: 'help',
      submenu: [
        item(deps, 'Guide', 'help', 'F1'),
        {
          id: 'help-interface',
          label: 'The service’s interface',
          click: () => deps.command('help-interface'),
        },
        separator,
        { role: 'about' },
      ],
    },
  ];
}

const separator: MenuItemConstructorOptions = { type: 'separator' };

/** Returns the menu with the application's name, standard on macOS only. */
function applicationMenu(settings: MenuItemConstructorOptions): MenuItemConstructorOptions {
  return {
    role: 'appMenu',
    submenu: [
      { role: 'about' },
      separator,
      settings,
      separator,
      { role: 'services' },
      separator,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      separator,
      { role: 'quit' },
    ],
  };
}

function editMenu(deps: MenuDeps): MenuItemConstructorOptions {
  return {
    label: '&Edit',
    submenu: [
      { role: 'undo' },
      { role: 'redo' },
      separator,
      { role: 'cut' },
      { role: 'copy' },
      { role: 'paste' },
      { role: 'pasteAndMatchStyle' },
      { role: 'delete' },
      { role: 'selectAll' },
      separator,
      item(deps, 'Find…', 'find', 'CmdOrCtrl+F'),
    ],
  };
}

function viewMenu(deps: MenuDeps): MenuItemConstructorOptions {
  return {
    label: '&View',
    submenu: [
      item(deps, 'Command palette', 'palette', 'CmdOrCtrl+K'),
      item(deps, 'Mask personal data now', 'mask', 'CmdOrCtrl+Shift+M'),
      separator,
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      { role: 'togglefullscreen' },
      ...(deps.developer
        ? [separator, { role: 'reload' } as const, { role: 'toggleDevTools' } as const]
        : []),
    ],
  };
}

function item(deps: MenuDeps, label: string, command: Command, key: string): MenuItemConstructorOptions {
  return { id: command, label, accelerator: key, click: () => deps.command(command) };
}
