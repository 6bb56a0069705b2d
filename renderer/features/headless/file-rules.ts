import { formatBytes } from '../../ui/format-bytes.ts';

/** Returns why a file of this type is not taken, or undefined. `accept` holds MIME types, also as `image/*`; any type where it is empty. */
export function fileProblem(type: string | undefined, accept: readonly string[]): string | undefined {
  const isAccepted = accept.some((one) =>
    one.endsWith('/*') ? type?.startsWith(one.slice(0, -1)) === true : one === type,
  );
  if (accept.length === 0 || isAccepted) {
    return undefined;
  }
  const found = type === undefined ? 'its content is of an unknown type' : `its content is ${type}`;
  return `This file was not added: ${found}. The service asks for ${accept.join(', ')}.`;
}

export function tooLargeText(bytes: number, limit: number): string {
  return `This file was not added: it is ${formatBytes(bytes)}. The limit is ${formatBytes(limit)}.`;
}
