import { type Findings, take } from './found-references.ts';

const address = /\b(?:https?|assay):\/\/[^\s"'<>\\^`{|}]{1,2048}/gi;
const path = /\/conversations?\/([^\s"'<>\\^`{|}/?#]{1,512})/gi;

/** URLs of the interface (4), of Assay's deep links, and of the page an end user is sent to. */
export function readAddresses(text: string, found: Findings, whole: boolean): void {
  for (const match of take(text.matchAll(path))) {
    found.add(decoded(withoutPunctuation(match[1] ?? '')), 'address');
  }
  for (const match of take(text.matchAll(address))) {
    const url = URL.parse(withoutPunctuation(match[0]));
    if (!url) {
      continue;
    }
    for (const name of ['conversationId', 'conversation_id', 'conversation', 'cid']) {
      found.add(url.searchParams.get(name), 'address');
    }
    if (url.protocol === 'assay:' && url.hostname === 'conversation') {
      found.add(decoded(url.pathname.slice(1)), 'address');
    } else if (whole && found.isEmpty) {
      found.add(lastIdIn(url), 'address');
    }
  }
}

/** Returns a URL in a sentence, without trailing punctuation. */
const withoutPunctuation = (text: string) => text.replace(/[),.;:\]]{1,9}$/, '');

/** Returns the last path segment that looks like an id: the URL for an end user has no fixed form (interface 2.2, url). */
function lastIdIn(url: URL): string | undefined {
  const parts = url.pathname.split('/').map(decoded);
  return parts.findLast((part) => /^(?=[^\d]*\d)[A-Za-z0-9][\w-]{7,127}$/.test(part));
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
