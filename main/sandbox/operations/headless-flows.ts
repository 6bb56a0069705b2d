import type { Conversation } from '../conversation.ts';
import { documentsStrategy, unknownStrategy } from '../strategy.ts';
import {
  choiceStep,
  codeStep,
  consentStep,
  emailStep,
  needsText,
  personStep,
  phoneStep,
  type Step,
} from './headless-steps.ts';

/** The largest file that a page takes, in bytes. */
const maxFileBytes = 8 * 1024 * 1024;

const signatures: readonly (readonly number[])[] = [
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x25, 0x50, 0x44, 0x46],
];

/**
 * Returns a page that asks for files. The interface does not say how a file is sent; this takes a string of base64, with or without the
 * beginning of a `data:` address: PNG, JPEG or PDF.
 */
function uploadStep(component: string, names: readonly string[]): Step {
  return {
    component,
    fields: Object.fromEntries(names.map((name) => [name, fileError])),
    hints: Object.fromEntries(
      names.map((name) => [
        name,
        { type: 'file', accept: ['image/jpeg', 'image/png', 'application/pdf'], maxBytes: maxFileBytes },
      ]),
    ),
  };
}

function fileError(value: string): string | undefined {
  const missing = needsText(value);
  if (missing !== undefined) {
    return missing;
  }
  const base64 = value.startsWith('data:') ? value.slice(value.indexOf(',') + 1) : value;
  if (base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) {
    return 'NOT_A_FILE';
  }
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > maxFileBytes) {
    return 'FILE_TOO_LARGE';
  }
  const isKnown = signatures.some((start) => start.every((byte, at) => bytes[at] === byte));
  return isKnown ? undefined : 'FILE_TYPE_NOT_SUPPORTED';
}

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
      cardNumber: (value) => needsText(value) ?? (/^\d{8}$/.test(value) ? undefined : 'INVALID_CARD'),
      tier: needsText,
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
