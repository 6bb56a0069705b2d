import type { BrowserWindow, ContextMenuParams, MenuItemConstructorOptions } from 'electron';

/** Copied text may be personal data; it is cleared after this many milliseconds. */
const clearAfterMs = 60_000;

export interface ContextMenuDeps {
  /** True if the developer tools are available: never in a packaged build. */
  developer: boolean;
  copy(text: string, clearAfterMs: number): void;
  inspect(x: number, y: number): void;
  popup(items: MenuItemConstructorOptions[]): void;
}

/** Shows the context menu of text and fields. The page shows its own for rows. */
export function showContextMenus(window: BrowserWindow, deps: ContextMenuDeps): void {
  window.webContents.on('context-menu', (_event, params) => {
    const items = contextMenu(params, deps);
    if (items.length > 0) {
      deps.popup(items);
    }
  });
}

/** Returns the menu of a field, of selected text, or of neither (then only for developers). */
export function contextMenu(
  { isEditable, editFlags, formControlType, selectionText, x, y }: ContextMenuParams,
  { developer, copy, inspect }: Omit<ContextMenuDeps, 'popup'>,
): MenuItemConstructorOptions[] {
  const text = selectionText.trim();
  const items = isEditable
    ? fieldMenu(editFlags, formControlType === 'input-password')
    : text === ''
      ? []
      : textMenu(() => copy(text, clearAfterMs));
  const tools: MenuItemConstructorOptions = { label: 'Inspect element', click: () => inspect(x, y) };
  if (!developer) {
    return items;
  }
  return items.length === 0 ? [tools] : [...items, { type: 'separator' }, tools];
}

function fieldMenu(can: ContextMenuParams['editFlags'], isSecret: boolean): MenuItemConstructorOptions[] {
  return [
    { role: 'undo', enabled: can.canUndo },
    { role: 'redo', enabled: can.canRedo },
    { type: 'separator' },
    { role: 'cut', enabled: can.canCut && !isSecret },
    { role: 'copy', enabled: can.canCopy && !isSecret },
    { role: 'paste', enabled: can.canPaste },
    { role: 'delete', enabled: can.canDelete },
    { type: 'separator' },
    { role: 'selectAll', enabled: can.canSelectAll },
  ];
}

function textMenu(copy: () => void): MenuItemConstructorOptions[] {
  return [{ label: 'Copy', click: copy }, { type: 'separator' }, { role: 'selectAll' }];
}
