import { isObject, type Json, type JsonObject } from './json.ts';
import { badRequest } from './server/errors.ts';

/** Reads the members of a JSON object, with a 400 that names the invalid member. */
export class Input {
  readonly #body: JsonObject;
  readonly #where: string;

  /** `known` are all the members there may be: others are refused, so that a misspelt one is noticed. */
  constructor(body: JsonObject, names: readonly string[], where = '') {
    this.#body = body;
    this.#where = where;
    const otherName = Object.keys(body).find((member) => !names.includes(member));
    if (otherName !== undefined) {
      throw this.wrong(otherName.slice(0, 100), `is unknown; there are ${names.join(', ')}`);
    }
  }

  wrong(member: string, message: string): Error {
    const field = this.#where === '' ? member : `${this.#where}.${member}`;
    return badRequest(`${field} ${message}`, [{ field, message }]);
  }

  value(member: string): Json | undefined {
    return this.#body[member];
  }

  integer(member: string, min: number, max: number): number | undefined {
    const value = this.#body[member];
    if (value === undefined) {
      return undefined;
    }
    if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) {
      return value;
    }
    throw this.wrong(member, `must be a whole number from ${min} to ${max}`);
  }

  boolean(member: string): boolean | undefined {
    const value = this.#body[member];
    if (value === undefined || typeof value === 'boolean') {
      return value;
    }
    throw this.wrong(member, 'must be true or false');
  }

  text(member: string, form: RegExp, says: string): string | undefined {
    const value = this.#body[member];
    if (value === undefined) {
      return undefined;
    }
    if (typeof value === 'string' && form.test(value)) {
      return value;
    }
    throw this.wrong(member, `must be ${says}`);
  }

  choice<Option extends string>(member: string, options: readonly Option[]): Option | undefined {
    const value = this.#body[member];
    const choice = options.find((option) => option === value);
    if (value !== undefined && choice === undefined) {
      throw this.wrong(member, `must be ${options.join(' or ')}`);
    }
    return choice;
  }

  texts(member: string): string[] | undefined {
    const value = this.#body[member];
    if (value === undefined) {
      return undefined;
    }
    if (Array.isArray(value) && value.length <= 100) {
      const texts = value.filter((one) => typeof one === 'string');
      if (texts.length === value.length) {
        return texts;
      }
    }
    throw this.wrong(member, 'must be a list of strings');
  }

  object(member: string): JsonObject | undefined {
    const value = this.#body[member];
    if (value === undefined || isObject(value)) {
      return value;
    }
    throw this.wrong(member, 'must be an object');
  }
}
