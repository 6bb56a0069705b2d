import type { Recipe } from './recipe.ts';

/** The check, the same for every framework on Node.js. */
const checkFunction = `import { createHmac, timingSafeEqual } from 'node:crypto';

export function genuine(timestamp, signature, rawBody) {
  const key = process.env.SIGNING_KEY;
  if (!key) throw new Error('SIGNING_KEY is not set'); // an empty key would let anybody sign
  if (!Buffer.isBuffer(rawBody)) return false; // no body, or a parser was there first
  if (!/^\\d+$/.test(timestamp ?? '') || !/^[0-9a-f]{64}$/.test(signature ?? '')) return false;
  if (Math.abs(Date.now() - Number(timestamp)) > 5 * 60 * 1000) return false;
  const expected = createHmac('sha256', key)
    .update(timestamp + ':').update(rawBody).digest();
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'));
}`;

export const javascriptRecipes: readonly Recipe[] = [
  {
    id: 'express',
    framework: 'Express',
    language: 'JavaScript',
    note: 'express.json() replaces the bytes by an object. Take the callback’s route out of it: express.raw() gives a Buffer. It must stand before any app.use(express.json()).',
    code: `${checkFunction}

app.post('/callbacks', express.raw({ type: '*/*', limit: '5mb' }), (req, res) => {
  if (!genuine(req.get('X-Signature-Timestamp'), req.get('X-Signature'), req.body)) return res.sendStatus(401);
  const callback = JSON.parse(req.body.toString('utf8'));
  res.sendStatus(204);
});

app.use(express.json()); // for all other routes, after the callback's`,
  },
  {
    id: 'fastify',
    framework: 'Fastify',
    language: 'JavaScript',
    note: 'Fastify parses JSON by itself. A separate parser for the callback’s scope leaves the Buffer unchanged; other routes keep theirs. Bodies above 1 MiB need a bodyLimit on the route.',
    code: `${checkFunction}

app.register(async (scope) => {
  scope.removeContentTypeParser('application/json');
  scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => done(null, body));
  scope.post('/callbacks', async (request, reply) => {
    const { 'x-signature-timestamp': timestamp, 'x-signature': signature } = request.headers;
    if (!genuine(timestamp, signature, request.body)) return reply.code(401).send();
    const callback = JSON.parse(request.body.toString('utf8'));
    return reply.code(204).send();
  });
});`,
  },
  {
    id: 'nextjs',
    framework: 'Next.js',
    language: 'JavaScript',
    note: 'In a route handler take arrayBuffer(), never json(). Under pages/api switch the body parser off and collect the stream.',
    code: `${checkFunction}

// app/callbacks/route.js
export async function POST(request) {
  const rawBody = Buffer.from(await request.arrayBuffer());
  const { headers } = request;
  if (!genuine(headers.get('x-signature-timestamp'), headers.get('x-signature'), rawBody))
    return new Response(null, { status: 401 });
  const callback = JSON.parse(rawBody.toString('utf8'));
  return new Response(null, { status: 204 });
}

// pages/api/callbacks.js (the older router) needs this instead:
//   export const config = { api: { bodyParser: false } };
//   const pieces = []; for await (const piece of req) pieces.push(piece);
//   const rawBody = Buffer.concat(pieces);`,
  },
  {
    id: 'nestjs',
    framework: 'NestJS',
    language: 'TypeScript',
    note: 'rawBody: true keeps the bytes beside the parsed body, on Express and on Fastify. It works only with the built-in body parser left on; for bodies above 100 kB widen that parser and add no other: app.useBodyParser(“json”, { limit: “5mb” }) on Express.',
    code: `${checkFunction}

// main.ts
const app = await NestFactory.create(AppModule, { rawBody: true });

// callbacks.controller.ts
@Controller('callbacks')
export class CallbacksController {
  @Post()
  @HttpCode(204)
  receive(
    @Req() req: RawBodyRequest<Request>,
    @Headers('x-signature-timestamp') timestamp: string,
    @Headers('x-signature') signature: string,
  ) {
    if (!req.rawBody || !genuine(timestamp, signature, req.rawBody)) throw new UnauthorizedException();
    const callback = JSON.parse(req.rawBody.toString('utf8'));
  }
}`,
  },
];
