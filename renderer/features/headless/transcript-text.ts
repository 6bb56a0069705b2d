import type { HeadlessExchange, HeadlessView } from '../../../preload/contract/headless.ts';

interface EnvironmentDetails {
  name: string;
  kind: string;
  baseUrl: string;
}

/** Returns the exchanges of a flow as a text to copy; they are masked already. */
export function transcriptText({ flow, exchanges }: HeadlessView, environment: EnvironmentDetails): string {
  return [
    'Headless flow (interface 4.6, 4.7)',
    `Environment: ${environment.name} (${environment.kind}), ${environment.baseUrl}`,
    `Conversation: ${flow.conversationId}`,
    'The person’s values are left out. Names such as {page 1} stand for page ids.',
    ...exchanges.map((exchange) => `\n${exchangeText(exchange)}`),
  ].join('\n');
}

/** Returns a request and its response, as lines. */
export function exchangeText(exchange: HeadlessExchange): string {
  const { at, method, path, sent, status, ms, requestId, response, failure } = exchange;
  const lines = [`${new Date(at).toISOString()} ${method} ${path}`, '  X-User-IP: •••'];
  for (const { name, value, file } of sent) {
    lines.push(
      file
        ? `  ${name}: file ${file.fileName}, ${file.type}, ${file.bytes} bytes, SHA-256 ${file.sha256}`
        : `  ${name}: ${value === '' ? '(empty)' : (value ?? '')}`,
    );
  }
  const took = ms === undefined ? '' : ` in ${Math.round(ms)} ms`;
  const request = requestId === undefined ? '' : `, x-request-id ${requestId}`;
  lines.push(`→ ${status ?? 'no response'}${took}${request}`);
  if (response) {
    lines.push(`  component: ${response.component ?? '(none)'}`, `  next: ${response.next || '(none)'}`);
    const names = response.args.map(({ name, value }) => (value ? `${name} (${value})` : name));
    lines.push(`  args: ${names.join(', ') || '(none)'}`);
    for (const { field, code } of response.errors) {
      lines.push(`  error: ${field ?? '(no field)'} ${code ?? '(no code)'}`);
    }
  }
  if (failure) {
    lines.push(`  ${failure.code}: ${failure.message}`);
  }
  return lines.join('\n');
}
