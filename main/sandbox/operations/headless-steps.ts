import type { Json } from '../json.ts';

/** An invalid field (interface 2.4). */
export type FieldError = { field: string; code: string };

/** One page of the headless flow: its fields and their validation. */
export interface Step {
  component: string;
  /** By name: the error code of an entered value, or undefined where it is valid. */
  fields: Readonly<Record<string, (value: string) => string | undefined>>;
  /** The hint for each name in the shape of `args` from the field notes: an initial value, or the options. */
  hints: Readonly<Record<string, Json>>;
}

/** The one-time code that the sandbox "sends". */
const oneTimeCode = '123456';

export const needsText = (value: string) => (value.trim() === '' ? 'REQUIRED' : undefined);

/** A page that asks for an email address. */
export const emailStep: Step = {
  component: 'CONTACT/ENTER_EMAIL',
  fields: {
    email: (value) =>
      needsText(value) ?? (/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(value) ? undefined : 'INVALID_FORMAT'),
  },
  hints: { email: '' },
};

/** A page that asks for a telephone number in the international form. */
export const phoneStep: Step = {
  component: 'CONTACT/ENTER_PHONE',
  fields: {
    phone: (value) => needsText(value) ?? (/^\+\d{7,15}$/.test(value) ? undefined : 'INVALID_FORMAT'),
  },
  hints: { phone: '' },
};

export const codeStep: Step = {
  component: 'CONTACT/ENTER_OTP',
  fields: { otp: (value) => needsText(value) ?? (value === oneTimeCode ? undefined : 'INVALID_OTP') },
  hints: { otp: '' },
};

export const personStep: Step = {
  component: 'PERSON/ENTER_DATA',
  fields: {
    firstName: needsText,
    lastName: needsText,
    birthDate: (value) => needsText(value) ?? dateError(value),
  },
  hints: { firstName: '', lastName: '', birthDate: 'YYYY-MM-DD' },
};

export const consentStep: Step = choiceStep('PERSON/CONFIRM', 'consent', ['yes', 'no']);

/** Returns a page that asks to choose one of some values. */
export function choiceStep(component: string, field: string, options: readonly string[]): Step {
  return {
    component,
    fields: {
      [field]: (value) => needsText(value) ?? (options.includes(value) ? undefined : 'NOT_AN_OPTION'),
    },
    hints: { [field]: [...options] },
  };
}

/** Returns the invalid fields of a submission. */
export function fieldErrors(step: Step, values: Readonly<Record<string, string>>): FieldError[] {
  return Object.entries(step.fields).flatMap(([field, check]) => {
    const code = check(values[field] ?? '');
    return code === undefined ? [] : [{ field, code }];
  });
}

function dateError(value: string): string | undefined {
  const date = /^\d{4}-\d{2}-\d{2}$/.test(value) ? new Date(`${value}T00:00:00Z`) : undefined;
  return date !== undefined && date.toJSON()?.startsWith(value) === true ? undefined : 'INVALID_DATE';
}
