import type { DeletionMode } from '../../../preload/contract/deletion.ts';

/** Returns the label of the button that sends it, with the environment's name. */
export function actionLabel(mode: DeletionMode, environmentName: string): string {
  return `${mode === 'EXPIRE' ? 'Expire' : 'Delete data'} in ${environmentName}`;
}
