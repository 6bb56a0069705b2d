/** Downloads from the one-time address that a host without a save dialog gives. */
export function download(address: string, fileName: string): void {
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = fileName;
  anchor.click();
}
