/** The oldest Electron version that Assay is built and reviewed for (security checklist 16). */
const oldestMajor = 45;

/**
 * Refuses to run on an older runtime: security fixes come with the runtime.
 * @throws Error with a message for the user
 */
export function requireCurrentRuntime(versions: { electron?: string }): void {
  const major = Number.parseInt(versions.electron ?? '', 10);
  if (Number.isNaN(major) || major < oldestMajor) {
    throw new Error(
      `Assay needs Electron ${oldestMajor} or newer; this is ${versions.electron ?? 'no Electron at all'}.`,
    );
  }
}
