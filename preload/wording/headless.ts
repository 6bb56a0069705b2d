import { literalTerm, missingTerm, type Term } from './terms.ts';

/** `SELECT_DOCUMENT` as `Select document`; for values of open lists. */
export function humanize(value: string): string {
  const words = literalTerm(value).replaceAll('_', ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A headless step's component, `<GROUP>/<ACTION>` (interface 2.4), with both parts written out; the list is open. */
export function headlessComponentTerm(component: string | undefined): Term {
  if (component === undefined) {
    return missingTerm('component', 'interface 2.4');
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

/** An error of a submitted form field (interface 2.4); the codes are an open list. */
export function headlessErrorTerm(code: string | undefined): Term {
  if (code === undefined) {
    return missingTerm('error code', 'interface 2.4');
  }
  return {
    label: humanize(code),
    tone: 'bad',
    sentence: 'The value was not accepted. The step must be submitted again.',
    section: 'interface 2.4',
  };
}
