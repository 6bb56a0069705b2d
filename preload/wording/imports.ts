import type { ImportResult } from '../contract/signatures.ts';

type Source = Extract<ImportResult, { ok: true }>['source'];

/** The sources from which a whole request can be imported: the name of each alone and in a list. */
const sources: Readonly<Record<Source, { label: string; listed: string }>> = {
  http: { label: 'Raw HTTP request', listed: 'raw HTTP' },
  curl: { label: 'cURL command', listed: 'a cURL command' },
  'curl-trace': { label: 'cURL trace', listed: 'a cURL trace' },
  powershell: { label: 'PowerShell command', listed: 'a PowerShell command' },
  har: { label: 'HAR file', listed: 'HAR' },
  'http-file': { label: '.http file', listed: 'a .http file' },
  json: {
    label: 'JSON',
    listed: 'JSON of headers and body (also as Node, webhook.site or RequestBin write it)',
  },
  log: { label: 'Log lines', listed: 'log lines' },
};

export function importSourceLabel(source: Source): string {
  return sources[source].label;
}

/** Everything that can be imported, to stand within a sentence. */
export const importable = new Intl.ListFormat('en', { type: 'disjunction' }).format(
  Object.values(sources).map(({ listed }) => listed),
);

/** As `importable`, to begin a sentence. */
export const importableFirst = `${importable.slice(0, 1).toUpperCase()}${importable.slice(1)}`;
