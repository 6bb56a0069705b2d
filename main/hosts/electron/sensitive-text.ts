/** Formats that tell clipboard managers not to keep, show or sync a text. */
const marks: Partial<Record<NodeJS.Platform, Record<string, Uint8Array<ArrayBuffer>>>> = {
  // A DWORD of 0 means no; for the first format its presence counts.
  win32: {
    ExcludeClipboardContentFromMonitorProcessing: new Uint8Array(4),
    CanIncludeInClipboardHistory: new Uint8Array(4),
    CanUploadToCloudClipboard: new Uint8Array(4),
  },
  // http://nspasteboard.org
  darwin: {
    'org.nspasteboard.ConcealedType': new Uint8Array(1),
    'org.nspasteboard.TransientType': new Uint8Array(1),
  },
  linux: { 'x-kde-passwordManagerHint': new TextEncoder().encode('secret') },
};

/** Returns a text with these marks, as a clipboard item (electron.d.ts, `Clipboard.has`: raw formats of a system). */
export function sensitiveText(text: string, platform: NodeJS.Platform): Record<string, string | Blob> {
  const named = Object.entries(marks[platform] ?? {}).map(([format, bytes]): [string, Blob] => [
    `electron application/osclipboard;format="${format}"`,
    new Blob([bytes]),
  ]);
  return { 'text/plain': text, ...Object.fromEntries(named) };
}
