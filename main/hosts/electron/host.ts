import { app, BrowserWindow, clipboard, dialog, session, shell } from 'electron';
import type { Host } from '../host.ts';
import { mediaAddress, mediaToken } from './addresses.ts';
import { createClipboardWriter } from './clipboard.ts';
import { openExternalLink } from './external-links.ts';
import { saveFile } from './save-file.ts';
import { systemProxy } from './system-proxy.ts';

/**
 * What Electron does for the rest of main. May be made before `ready`; used after it.
 *
 * @returns the host, and what it must do before the application quits
 */
export function createElectronHost(log: (message: string) => void): { host: Host; close(): Promise<void> } {
  const writer = createClipboardWriter(clipboard, log);
  const host: Host = {
    name: 'Electron',
    capabilities: { saveDialog: true, clipboard: true, externalLinks: true },
    versions: runtimeVersions(process.versions),
    saveFile: (file, options) => saveFile(dialog, activeWindow(), app.getPath('downloads'), file, options),
    mediaAddress,
    mediaToken,
    openExternal: (url) => openExternalLink({ dialog, shell }, activeWindow(), url),
    copy: writer.copy,
    systemProxy: (url) => systemProxy(session.defaultSession, url),
  };
  return { host, close: writer.close };
}

/** A dialog belongs to the window in front, so that it cannot be lost behind it. */
function activeWindow(): BrowserWindow | undefined {
  return BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0];
}

/** The parts whose age matters for safety and support. */
function runtimeVersions(versions: NodeJS.ProcessVersions): Record<string, string> {
  const named = {
    electron: versions.electron,
    chromium: versions.chrome,
    node: versions.node,
    v8: versions.v8,
  };
  return Object.fromEntries(Object.entries(named).filter((entry): entry is [string, string] => !!entry[1]));
}
