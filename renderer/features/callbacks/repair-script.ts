import type { MissedCallback } from '../../../preload/contract/callbacks.ts';
import type { EnvironmentSettings } from '../../../preload/contract/environments.ts';

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * Returns a script for bash that reads each case and sends its callback to a receiver (interface 4.2, 6). Secrets are not in it: it takes them
 * from the environment of the shell.
 */
export function repairScript(
  { baseUrl, mediaType }: Pick<EnvironmentSettings, 'baseUrl' | 'mediaType'>,
  missed: readonly MissedCallback[],
): string {
  return `#!/usr/bin/env bash
# Reads each case below from the service, and sends its callback to a receiver, signed now. Needs curl and openssl.
#   AUTHORIZATION  for the service: Basic and login:password in Base64, or Bearer and a token
#   SIGNING_KEY    the signing key that the receiver has
#   RECEIVER       the address of the receiver
# Can be run again: each callback keeps its id, and receivers drop duplicates.
set -uo pipefail
: "\${AUTHORIZATION:?}" "\${SIGNING_KEY:?}" "\${RECEIVER:?}"
service=${quoted(baseUrl.replace(/\/+$/, ''))}
failed=0

repair() {
  local conversation=$1 event=$2 callback=$3 reply body at signature status
  reply=$(curl --silent --show-error --fail --header @<(printf 'Authorization: %s' "$AUTHORIZATION") \\
    --header ${quoted(`Accept: ${mediaType}`)} --user-agent assay "$service/api/conversations/$conversation") || {
    echo "$conversation: not read"
    return 1
  }
  body="{\\"id\\":\\"$callback\\",\\"created\\":\\"$(date -u +%Y-%m-%dT%H:%M:%SZ)\\",\\"target\\":\\"CONVERSATION\\",\\"event\\":\\"$event\\",\\"payload\\":{\\"conversation\\":$reply}}"
  at=$(date +%s)000
  signature=$(printf '%s:%s' "$at" "$body" | openssl dgst -sha256 -hmac "$SIGNING_KEY" -r | cut -d ' ' -f 1)
  status=$(printf '%s' "$body" | curl --silent --output /dev/null --write-out '%{http_code}' --data-binary @- \\
    --header 'Content-Type: application/json;charset=UTF-8' --header "X-Signature: $signature" \\
    --header "X-Signature-Timestamp: $at" "$RECEIVER")
  echo "$conversation: answered $status"
  [[ $status =~ ^20[0124]$ ]]
}

${missed
  .map(
    ({ conversationId, event }) =>
      `repair ${quoted(encodeURIComponent(conversationId))} ${event} ${crypto.randomUUID()} || failed=1`,
  )
  .join('\n')}
exit $failed
`;
}
