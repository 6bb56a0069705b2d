import { javascriptRecipes } from './recipes/javascript.ts';
import { jvmDotnetGoRecipes } from './recipes/jvm-dotnet-go.ts';
import { pythonPhpRubyRecipes } from './recipes/python-php-ruby.ts';
import type { Recipe } from './recipes/recipe.ts';

/** Returns the recipes for reading the raw body, the most used framework first. */
export function recipes(): Recipe[] {
  return [...javascriptRecipes, ...jvmDotnetGoRecipes, ...pythonPhpRubyRecipes, ...gatewayRecipes];
}

/** Returns the recipe of this id, or undefined. */
export function recipe(id: string): Recipe | undefined {
  return recipes().find((one) => one.id === id);
}

const gatewayRecipes: readonly Recipe[] = [
  {
    id: 'api-gateway',
    framework: 'API gateways',
    language: 'JavaScript',
    note: 'Use a proxy integration, without a mapping template: a template rewrites the body. A gateway may hand the body over as Base64; header names may come in lower case. Return 204 yourself.',
    code: `// AWS API Gateway or a function URL, Lambda proxy integration
export async function handler(event) {
  const headers = Object.fromEntries(Object.entries(event.headers).map(([name, value]) => [name.toLowerCase(), value]));
  const rawBody = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  if (!genuine(headers['x-signature-timestamp'], headers['x-signature'], rawBody)) return { statusCode: 401 };
  const callback = JSON.parse(rawBody.toString('utf8'));
  return { statusCode: 204 };
}

// genuine() is the one of the Express recipe.
// Azure API Management: no <set-body> in the inbound policy of this operation.
// Kong: no request-transformer on this route. Apigee: no AssignMessage that sets a payload.`,
  },
  {
    id: 'proxies',
    framework: 'Proxies that rewrite bodies',
    language: 'nginx',
    note: 'A proxy in front must pass the body on byte for byte, compressed or not as it came. Filters, web application firewalls that sanitise, and logging that parses and writes back change it. Compare a capture before the proxy with one behind it.',
    code: `location /callbacks {
    proxy_pass http://receiver;
    proxy_http_version 1.1;
    proxy_pass_request_body on;             # the body as it came
    proxy_set_header Content-Encoding $http_content_encoding;
    # nginx itself leaves a request's body alone; Lua, njs or ModSecurity on this location may not.
    # Header names with dashes pass; do not rename X-Signature or X-Signature-Timestamp.
}

# What arrives behind the proxy, byte for byte, to compare with what was sent:
#   sudo tcpdump -i any -s 0 -w callback.pcap 'tcp port 8080'`,
  },
];
