import { asGiven, missingWord, type Word } from './words.ts';

/** `SELECT_DOCUMENT` as `Select document`; for values whose list the interface leaves open. */
export function spelledOut(value: string): string {
  const words = asGiven(value).replaceAll('_', ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A headless step's component, `<GROUP>/<ACTION>` (interface 2.4): both halves spelled out, the list is open. */
export function headlessComponentWord(component: string | undefined): Word {
  if (component === undefined) return missingWord('component', 'interface 2.4');
  const [group, ...rest] = component.split('/');
  const action = rest.join('/');
  if (!group || !action) {
    return {
      label: asGiven(component),
      tone: 'neutral',
      sentence: 'Not of the form <GROUP>/<ACTION> the interface gives; shown as it came.',
      section: 'interface 2.4',
    };
  }
  return {
    label: `${spelledOut(group)}: ${spelledOut(action).toLowerCase()}`,
    tone: 'neutral',
    sentence: `The current step uses the method ${asGiven(group)} and expects the action ${asGiven(action)}.`,
    section: 'interface 2.4',
  };
}

/** An error of a submitted form field (interface 2.4); the codes are an open list. */
export function headlessErrorWord(code: string | undefined): Word {
  if (code === undefined) return missingWord('error code', 'interface 2.4');
  return {
    label: spelledOut(code),
    tone: 'bad',
    sentence: 'The value entered was not accepted; the step must be submitted again.',
    section: 'interface 2.4',
  };
}
