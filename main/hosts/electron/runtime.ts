/** The oldest Electron this console is built and reviewed for (security checklist 16). */
const oldestMajor = 45;

/**
 * Refuses to run on a runtime older than the one the console was built for: security mends come with the runtime.
 *
 * @throws Error in words for a person
 */
export function requireCurrentRuntime(versions: { electron?: string }): void {
  const major = Number.parseInt(versions.electron ?? '', 10);
  if (Number.isNaN(major) || major < oldestMajor) {
    throw new Error(
      `Assay needs Electron ${oldestMajor} or newer; this is ${versions.electron ?? 'no Electron at all'}.`,
    );
  }
}
