import type { Conversation } from '../conversation.ts';
import { documentsStrategy, unknownStrategy } from '../strategy.ts';
import { uploadStep } from './headless-files.ts';
import {
  choiceStep,
  codeStep,
  consentStep,
  emailStep,
  filled,
  personStep,
  phoneStep,
  type Step,
} from './headless-steps.ts';

/** An address is given, proved with a one-time code, a person describes themself and consents. */
const defaultFlow: readonly Step[] = [emailStep, codeStep, personStep, consentStep];

/** A document is chosen and photographed, then a face; one page waits without asking for anything. */
const documentsFlow: readonly Step[] = [
  choiceStep('COUNTRY/SELECT', 'country', ['PL', 'DE', 'CZ', 'LT', 'UA']),
  choiceStep('DOCUMENT/SELECT', 'documentType', [
    'ID_CARD',
    'PASSPORT',
    'DRIVER_LICENSE',
    'RESIDENCE_PERMIT',
  ]),
  uploadStep('DOCUMENT/UPLOAD', ['front', 'back']),
  uploadStep('FACE/UPLOAD', ['face']),
  phoneStep,
  codeStep,
  { component: 'PROCESS/WAIT', fields: {}, hints: {} },
  consentStep,
];

/** A component that no documentation names, with hints of several shapes. */
const unknownFlow: readonly Step[] = [
  {
    component: 'LOYALTY/LINK_CARD',
    fields: {
      cardNumber: (value) => filled(value) ?? (/^\d{8}$/.test(value) ? undefined : 'INVALID_CARD'),
      tier: filled,
    },
    hints: {
      cardNumber: { label: 'Card number', pattern: '[0-9]{8}', required: true },
      tier: {
        options: [
          { value: 'S', label: 'Silver' },
          { value: 'G', label: 'Gold' },
        ],
      },
    },
  },
  consentStep,
];

/** Returns the pages of a conversation's headless flow, in their order; its strategy decides. */
export function flowOf({ strategy }: Pick<Conversation, 'strategy'>): readonly Step[] {
  switch (strategy) {
    case documentsStrategy:
      return documentsFlow;
    case unknownStrategy:
      return unknownFlow;
    default:
      return defaultFlow;
  }
}

/** Choices can only be given in the field's form of `args` (field notes, "Shapes"). */
export function argsShapeOf(strategy: string): Conversation['shapes']['headlessArgs'] {
  return flowOf({ strategy }) === defaultFlow ? 'array' : 'object';
}
