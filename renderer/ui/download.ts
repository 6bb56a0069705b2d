/** A host without a save dialog gives a one-time address, which the browser downloads. */
export function download(address: string, fileName: string): void {
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = fileName;
  anchor.click();
}
