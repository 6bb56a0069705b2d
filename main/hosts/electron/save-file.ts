import { basename, dirname, join } from 'node:path';
import type { BaseWindow, Dialog } from 'electron';
import type { SaveResult } from '../../../preload/contract/application.ts';
import type { FileToSave, SaveFolder, TransferOptions } from '../../bridge/host.ts';
import { cancelledFailure } from '../../common/failure.ts';
import { writeWhole } from '../write-whole.ts';

/**
 * Asks where to save a file, then writes it as a whole or not at all.
 *
 * @param directory where the dialog starts
 * @param mark marks the saved file as downloaded from the internet; must not throw
 * @throws Failure as `writeWhole`
 */
export async function saveFile(
  dialog: Dialog,
  window: BaseWindow | undefined,
  directory: string,
  file: FileToSave,
  options: TransferOptions,
  mark: (path: string) => Promise<void>,
): Promise<SaveResult> {
  const question = {
    defaultPath: join(directory, basename(file.fileName)),
    properties: [
      'createDirectory' as const,
      'showOverwriteConfirmation' as const,
      'dontAddToRecent' as const,
    ],
  };
  const { canceled, filePath } = await (window
    ? dialog.showSaveDialog(window, question)
    : dialog.showSaveDialog(question));
  if (options.signal.aborted) {
    throw cancelledFailure();
  }
  if (canceled || filePath === '') {
    return { kind: 'cancelled' };
  }
  const source = await file.open(options.signal);
  // The dialog has asked whether a file of that name may be replaced.
  const saved = await writeWhole(dirname(filePath), basename(filePath), source, options, {
    placement: 'replace',
    mark,
  });
  return { kind: 'saved', ...saved };
}

/**
 * Asks for a folder; undefined when the user cancels. No file in it is replaced.
 *
 * @param directory where the dialog starts
 */
export async function chooseFolder(
  dialog: Dialog,
  window: BaseWindow | undefined,
  directory: string,
  mark: (path: string) => Promise<void>,
): Promise<SaveFolder | undefined> {
  const question = {
    defaultPath: directory,
    buttonLabel: 'Save here',
    properties: ['openDirectory' as const, 'createDirectory' as const, 'dontAddToRecent' as const],
  };
  const { canceled, filePaths } = await (window
    ? dialog.showOpenDialog(window, question)
    : dialog.showOpenDialog(question));
  const [path] = filePaths;
  if (canceled || path === undefined || path === '') {
    return undefined;
  }
  return {
    path,
    write: (fileName, source, options) =>
      writeWhole(path, basename(fileName), source, options, { placement: 'beside', mark }),
  };
}
