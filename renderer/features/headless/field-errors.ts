import type { HeadlessPage } from '../../../preload/contract/service/headless.ts';

/** Returns the errors of the service by field, of fields that were not changed since; and those of no field of the page. */
export function errorsByField(
  page: HeadlessPage | undefined,
  changed: ReadonlySet<string>,
  fields: readonly { name: string }[],
): { of: ReadonlyMap<string, string[]>; others: { field: string | undefined; code: string | undefined }[] } {
  const of = new Map<string, string[]>();
  const others: { field: string | undefined; code: string | undefined }[] = [];
  const names = new Set(fields.map(({ name }) => name));
  for (const { field, code } of (page?.errors ?? []).slice(0, 100)) {
    if (field === undefined || !names.has(field)) {
      others.push({ field, code });
    } else if (!changed.has(field)) {
      of.set(field, [...(of.get(field) ?? []), code ?? '']);
    }
  }
  return { of, others };
}
