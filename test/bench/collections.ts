import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface CollectedRequest {
  url: string;
  headers: Record<string, string>;
}

/** Writes a collection in Postman's format and returns its path. */
export function newmanCollection(directory: string, requests: readonly CollectedRequest[]): string {
  const path = join(directory, 'collection.json');
  const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
  const item = requests.map(({ url, headers }, index) => ({
    name: `read ${index}`,
    request: {
      method: 'GET',
      url,
      header: Object.entries(headers).map(([key, value]) => ({ key, value })),
    },
  }));
  writeFileSync(path, JSON.stringify({ info: { name: 'bench', schema }, item }));
  return path;
}

/** Writes a collection in Bruno's format and returns its directory. */
export function brunoCollection(directory: string, requests: readonly CollectedRequest[]): string {
  const path = join(directory, 'bruno');
  mkdirSync(path);
  writeFileSync(
    join(path, 'bruno.json'),
    JSON.stringify({ version: '1', name: 'bench', type: 'collection' }),
  );
  for (const [index, { url, headers }] of requests.entries()) {
    const lines = Object.entries(headers).map(([key, value]) => `  ${key}: ${value}`);
    writeFileSync(
      join(path, `read-${index}.bru`),
      `meta {\n  name: read-${index}\n  type: http\n  seq: ${index + 1}\n}\n\nget {\n  url: ${url}\n  body: none\n  auth: none\n}\n\nheaders {\n${lines.join('\n')}\n}\n`,
    );
  }
  return path;
}
