/** Chooses a file in a hidden field, as its dialog does. */
export function chooseFile(field: Element | null | undefined, file: File): void {
  if (!(field instanceof HTMLInputElement)) {
    throw new Error('There is no field for a file');
  }
  field.files = transferOf(file).files;
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Drops a file as a person does with the mouse: the browser offers it only where what lies under it takes the drag. */
export function dropFile(target: Element, file: File): void {
  const isTaken = (name: string) =>
    !target.dispatchEvent(
      new DragEvent(name, { dataTransfer: transferOf(file), bubbles: true, cancelable: true }),
    );
  if (!isTaken('dragover') || !isTaken('drop')) {
    throw new Error('A file cannot be dropped here');
  }
}

/** Pastes a text exactly as the clipboard has it, line ends included. */
export function pasteInto(field: Element, text: string): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  (field as HTMLElement).focus();
  field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}

function transferOf(file: File): DataTransfer {
  const transfer = new DataTransfer();
  transfer.items.add(file);
  return transfer;
}
