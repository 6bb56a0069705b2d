import { z } from 'zod';

/** Any JSON value. Replies keep members the interface does not name, so that people see them (interface 9.3). */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [member: string]: JsonValue };

export const jsonValue: z.ZodType<JsonValue> = z.json();
