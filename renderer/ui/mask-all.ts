import type { UiServices } from './services.tsx';

/** Masks everything that is revealed, and says so. */
export function maskAll({ mask, announce }: Pick<UiServices, 'mask' | 'announce'>): void {
  mask.getState().hideAll();
  announce('All personal data is masked');
}
