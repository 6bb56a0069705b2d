import { z } from 'zod';
import { isObject } from '../../../../preload/contract/objects.ts';

/** A member that the schema of a reply does not name, by its path. */
export type UnknownPath = (string | number)[];

/** Returns the members of a reply that its schema does not name, in the order of the reply; at most `most`. */
export function unknownMembers(schema: z.ZodType, value: unknown, most: number): UnknownPath[] {
  const found: UnknownPath[] = [];
  visit(schema, value, []);
  return found;

  function visit(given: z.ZodType, at: unknown, path: UnknownPath): void {
    const own = unwrapped(given, at);
    if (found.length >= most) {
      return;
    }
    if (own instanceof z.ZodArray && Array.isArray(at)) {
      at.forEach((item, index) => {
        visit(own.element as z.ZodType, item, [...path, index]);
      });
      return;
    }
    if (!(own instanceof z.ZodObject) || !isObject(at)) {
      return;
    }
    const shape = own.shape as Record<string, z.ZodType>;
    // An object without named members is documented as open: nothing in it is unknown.
    if (Object.keys(shape).length === 0) {
      return;
    }
    for (const [name, member] of Object.entries(at)) {
      const known = Object.hasOwn(shape, name) ? shape[name] : undefined;
      if (known) {
        visit(known, member, [...path, name]);
      } else if (found.length < most) {
        found.push([...path, name]);
      }
    }
  }
}

/** Returns the schema without what may be absent; of several the one that fits the value. */
function unwrapped(schema: z.ZodType, value: unknown): z.ZodType {
  if (schema instanceof z.ZodOptional) {
    return unwrapped(schema.unwrap() as z.ZodType, value);
  }
  if (schema instanceof z.ZodUnion) {
    const options = schema.options as z.ZodType[];
    return unwrapped(options.find((option) => option.safeParse(value).success) ?? z.unknown(), value);
  }
  return schema;
}
