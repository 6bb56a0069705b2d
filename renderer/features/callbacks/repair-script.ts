import type { MissedCallback } from '../../../preload/contract/callbacks.ts';
import type { EnvironmentSettings } from '../../../preload/contract/environments.ts';

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * Returns a script for bash that reads each case and sends its callback to a receiver (interface 4.2, 6). Secrets are not in it: it takes them
 * from the environment of the shell.
 */
export function repairScript(
  { baseUrl, mediaType }: Pick<EnvironmentSettings, 'baseUrl' | 'mediaType'>,
  callbacks: readonly MissedCallback[],
): string {
  return `#!/usr/bin/env bash
# Reads each case below from the service, and sends its callback to a receiver, signed now. Needs curl and openssl.
#   AUTHORIZATION  for the service: Basic and login:password in Base64, or Bearer and a token
#   SIGNING_KEY    the signing key that the receiver has
#   RECEIVER       the address of the receiver
# Can be run again: each callback keeps its id, and receivers drop duplicates.
set -uo pipefail
: "\${AUTHORIZATION:?}" "\${SIGNING_KEY:?}" "\${RECEIVER:?}"
service=${quote(baseUrl.replace(/(?<!\/)\/+$/, ''))}
failed=0

# HMAC-SHA256 of standard input (RFC 2104) from two hashes: as an argument of openssl, the key would be visible in the list of processes.
sign() {
  local key inner='' outer='' at byte
  key=$(printf '%s' "$SIGNING_KEY" | od -An -v -tx1 | tr -d ' \\n')
  ((\${#key} <= 128)) || key=$(printf '%s' "$SIGNING_KEY" | openssl dgst -sha256 -r | cut -d ' ' -f 1)
  for ((at = 0; at < 128; at += 2)); do
    byte=$((0x0\${key:at:2}))
    printf -v inner '%s\\\\x%02x' "$inner" $((byte ^ 0x36))
    printf -v outer '%s\\\\x%02x' "$outer" $((byte ^ 0x5c))
  done
  { printf '%b' "$outer"; { printf '%b' "$inner"; cat; } | openssl dgst -sha256 -binary; } |
    openssl dgst -sha256 -r | cut -d ' ' -f 1
}

repair() {
  local conversation=$1 event=$2 callback=$3 response body at signature status
  response=$(curl --silent --show-error --fail --max-time 60 --header @<(printf 'Authorization: %s' "$AUTHORIZATION") \\
    --header ${quote(`Accept: ${mediaType}`)} --user-agent assay "$service/api/conversations/$conversation") || {
    echo "$conversation: not read"
    return 1
  }
  body="{\\"id\\":\\"$callback\\",\\"created\\":\\"$(date -u +%Y-%m-%dT%H:%M:%SZ)\\",\\"target\\":\\"CONVERSATION\\",\\"event\\":\\"$event\\",\\"payload\\":{\\"conversation\\":$response}}"
  at=$(date +%s)000
  signature=$(printf '%s:%s' "$at" "$body" | sign)
  status=$(printf '%s' "$body" | curl --silent --max-time 30 --output /dev/null --write-out '%{http_code}' --data-binary @- \\
    --header 'Content-Type: application/json;charset=UTF-8' --header "X-Signature: $signature" \\
    --header "X-Signature-Timestamp: $at" "$RECEIVER")
  echo "$conversation: answered \${status/#000/nothing}"
  [[ $status =~ ^20[0124]$ ]]
}

${callbacks
  .map(
    ({ conversationId, event }) =>
      `repair ${quote(encodeURIComponent(conversationId))} ${event} ${crypto.randomUUID()} || failed=1`,
  )
  .join('\n')}
exit $failed
`;
}
