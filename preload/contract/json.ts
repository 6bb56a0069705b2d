import { z } from 'zod';

/** Any JSON value. Responses keep unknown members, so that they can be shown (interface 9.3). */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [member: string]: JsonValue };

export const jsonValue: z.ZodType<JsonValue> = z.json();
