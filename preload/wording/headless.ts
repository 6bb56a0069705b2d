import { headlessComponents } from './headless-components.ts';
import { findTerm, knownExtension, literalTerm, missingTerm, type Term } from './terms.ts';

/** `SELECT_DOCUMENT` as `Select document`; for values of open lists. */
export function humanize(value: string): string {
  const text = literalTerm(value).replaceAll('_', ' ').toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns a headless step's component, `<GROUP>/<ACTION>` (interface 2.4), with both parts written out; the list is open. */
export function headlessComponentTerm(component: string | undefined): Term {
  if (component === undefined) {
    return missingTerm('component', 'interface 2.4');
  }
  const name = Object.hasOwn(headlessComponents, component) ? headlessComponents[component] : undefined;
  if (name !== undefined) {
    return { label: name.label, tone: 'neutral', sentence: name.sentence, section: knownExtension };
  }
  const [group, ...rest] = component.split('/');
  const action = rest.join('/');
  if (!group || !action) {
    return {
      label: literalTerm(component),
      tone: 'neutral',
      sentence: 'Not in the documented form <GROUP>/<ACTION>. Shown as received.',
      section: 'interface 2.4',
    };
  }
  return {
    label: `${humanize(group)}: ${humanize(action).toLowerCase()}`,
    tone: 'neutral',
    sentence: `The current step uses the method ${literalTerm(group)} and expects the action ${literalTerm(action)}.`,
    section: 'interface 2.4',
  };
}

const row = (label: string, sentence: string): Term => ({
  label,
  tone: 'bad',
  sentence,
  section: knownExtension,
});

const errors: Readonly<Record<string, Term>> = {
  REQUIRED: row('Required', 'The service requires a value.'),
  INVALID_FORMAT: row('Invalid format', 'The value is not in the format that the service expects.'),
  INVALID_OTP: row('Wrong code', 'This is not the code that was sent, or it is no longer valid.'),
  INVALID_DATE: row('Invalid date', 'There is no such date, or it is not written as YYYY-MM-DD.'),
  NOT_AN_OPTION: row('Not one of the choices', 'Choose one of the values that the service offers.'),
  NOT_A_FILE: row('Not a file', 'The service could not read the value as a file.'),
  FILE_TOO_LARGE: row('File too large', 'The file is larger than the service accepts.'),
  FILE_TYPE_NOT_SUPPORTED: row('File type not accepted', 'The service does not accept files of this type.'),
};

/** Returns an error of a submitted form field (interface 2.4); the codes are an open list. */
export function headlessErrorTerm(code: string | undefined): Term {
  if (code === undefined) {
    return missingTerm('error code', 'interface 2.4');
  }
  return Object.hasOwn(errors, code)
    ? findTerm(errors, code, 'error code', 'interface 2.4')
    : {
        label: humanize(code),
        tone: 'bad',
        sentence: 'The value was not accepted. The step must be submitted again.',
        section: 'interface 2.4',
      };
}
