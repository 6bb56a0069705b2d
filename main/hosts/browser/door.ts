/**
 * What is served to whoever has no session yet. It takes the token from the address's fragment (which a browser never
 * sends), exchanges it, and loads the console; without one it says how to get in.
 */
export function doorPage(nonce: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Assay</title>
<style nonce="${nonce}">
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 20vh auto 0; max-width: 34rem; padding: 0 1.5rem; }
h1 { font-size: 1.25rem; }
code { font-family: ui-monospace, monospace; }
</style>
<script src="/door.js" defer></script>
</head>
<body>
<main id="door" hidden>
<h1>This address needs the key that came with it</h1>
<p>The console prints an address when it starts, ending in <code>#token=…</code>. It works once, in one browser, so that
nobody else on this machine can open your console.</p>
<p>If it has been used already, go back to that browser, or stop the console in its terminal and start it again: it then
prints a new address.</p>
</main>
<noscript><p>The console needs JavaScript.</p></noscript>
</body>
</html>
`;
}

/** The fragment of a window that is about to be given its token by the host that opened it. */
export const waitingFragment = '#waiting';

export const doorScript = `const explain = () => { document.getElementById('door').hidden = false; };
const enter = () => {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token === null) return location.hash === '${waitingFragment}' ? undefined : explain();
  // The key leaves the address bar and the history before anything else happens.
  history.replaceState(null, '', '/');
  fetch('/session', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: token })
    .then((reply) => (reply.ok ? location.replace('/') : explain()))
    .catch(explain);
};
addEventListener('hashchange', enter);
enter();
`;
