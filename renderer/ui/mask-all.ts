import { isShown } from './mask-store.ts';
import type { UiServices } from './services.tsx';

type Services = Pick<UiServices, 'mask' | 'announce'>;

/** Masks all personal data, and says so. */
export function maskAll({ mask, announce }: Services): void {
  mask.getState().mask();
  announce('Personal data is masked');
}

/** Shows the personal data of the whole console, or masks it, and says so. */
export function switchData(services: Services): void {
  const { mask, announce } = services;
  if (isShown(mask.getState())) {
    maskAll(services);
  } else {
    void mask
      .getState()
      .show()
      .then((isNowShown) => announce(isNowShown ? 'Personal data is shown' : 'Personal data stays masked'));
  }
}
