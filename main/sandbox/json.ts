/** Any JSON value. Results are not checked further, since responses in the field are not uniform. */
export type Json = string | number | boolean | null | Json[] | { [member: string]: Json };

export type JsonObject = { [member: string]: Json };

/** Returns whether a parsed JSON value is an object (not an array, not null). */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
