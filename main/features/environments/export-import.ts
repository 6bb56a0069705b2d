import { z } from 'zod';
import { type EnvironmentSettings, enteredSettings } from '../../../preload/contract/environments.ts';
import { Failure } from '../../common/failure.ts';
import { valueProblem } from '../../common/value-problem.ts';

/** Returns the problems of one part of an imported file: each with the member's path, such as `proxy.url: It is missing`. */
function describeProblems(error: z.ZodError): string {
  return error.issues
    .map((issue) => {
      const path = z.core.toDotPath(issue.path);
      return path === '' ? issue.message : `${path}: ${issue.message}`;
    })
    .join('; ');
}

const format = 'assay-environments';
/** Since 2 settings say whether the environment is read-only. */
const version = 2;

const envelope = z.strictObject({
  format: z.literal(format),
  version: z.union([z.literal(1), z.literal(version)]),
  environments: z.array(z.unknown()).min(1, 'It contains no environment').max(500),
});

/** Settings as text for another machine: without secrets, ids or anything local except paths the user typed. */
export function writeExport(settings: readonly EnvironmentSettings[]): string {
  return `${JSON.stringify({ format, version, environments: settings }, null, 2)}\n`;
}

/** The environments in a text that can be added (with free names), and why each other one cannot. */
export interface EnvironmentImport {
  accepted: EnvironmentSettings[];
  refused: { name: string; reason: string }[];
}

/**
 * Reads such a text. An invalid environment does not affect the others; unknown members are refused, since one could be
 * a secret.
 * @throws Failure settings-newer, invalid-input (not an export)
 */
export function readImport(text: string, takenNames: readonly string[]): EnvironmentImport {
  const json = jsonOf(text);
  const newer = z.object({ format: z.literal(format), version: z.number().gt(version) }).safeParse(json);
  if (newer.success) {
    throw new Failure({
      code: 'settings-newer',
      message: `This file was exported by a newer version of the console (format ${newer.data.version}; this one reads up to ${version}). Nothing was imported.`,
      hint: 'Import it with that version, or export it again from this version.',
    });
  }
  const result = envelope.safeParse(json, { error: valueProblem });
  if (!result.success) {
    throw new Failure({
      code: 'invalid-input',
      message: `This is not a file of exported environments. ${describeProblems(result.error)}. Nothing was imported.`,
      hint: 'Choose a file made by “Export” in Settings.',
    });
  }
  const names = new Set(takenNames.map(comparable));
  const transfer: EnvironmentImport = { accepted: [], refused: [] };
  result.data.environments.forEach((candidate, index) => {
    const settings = enteredSettings.safeParse(candidate, { error: valueProblem });
    if (settings.success) {
      const name = freeName(settings.data.name, (candidateName) => names.has(comparable(candidateName)));
      names.add(comparable(name));
      transfer.accepted.push({ ...settings.data, name });
    } else {
      transfer.refused.push({
        name: nameOf(candidate) ?? `Environment ${index + 1}`,
        reason: describeProblems(settings.error),
      });
    }
  });
  return transfer;
}

/** Returns the name, or the name with the first free number after it, within the maximum length. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) {
    return name;
  }
  const stem = name
    .replace(/ \(\d+\)$/, '')
    .slice(0, 72)
    .trim();
  for (let number = 2; ; number += 1) {
    const candidate = `${stem} (${number})`;
    if (!isTaken(candidate)) {
      return candidate;
    }
  }
}

/** Returns the form in which names are compared: names that look the same are the same. */
export function comparable(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase();
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Failure({
      code: 'invalid-input',
      message: 'This is not a file of exported environments: it is not JSON. Nothing was imported.',
      hint: 'Choose a file made by “Export” in Settings.',
    });
  }
}

function nameOf(candidate: unknown): string | undefined {
  return z.object({ name: z.string().trim().min(1).max(80) }).safeParse(candidate).data?.name;
}
