import type { Recipe } from './recipe.ts';

/** The check, the same for every framework on Python. */
const pythonCheck = `import hashlib, hmac, os, time

def genuine(timestamp: str, signature: str, raw_body: bytes) -> bool:
    if not (timestamp.isascii() and timestamp.isdigit()):
        return False
    if abs(time.time() * 1000 - int(timestamp)) > 5 * 60 * 1000:
        return False
    message = timestamp.encode() + b":" + raw_body  # bytes, never f"{timestamp}:{raw_body}"
    expected = hmac.new(os.environ["SIGNING_KEY"].encode(), message, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected.encode(), signature.encode())`;

const phpCheck = `function genuine(string $timestamp, string $signature, string $rawBody, string $key): bool
{
    if ($key === '') throw new LogicException('The signing key is not set.');
    if (!ctype_digit($timestamp)) return false;
    if (abs(microtime(true) * 1000 - (int) $timestamp) > 5 * 60 * 1000) return false;
    $expected = hash_hmac('sha256', $timestamp . ':' . $rawBody, $key);
    return hash_equals($expected, $signature);
}`;

export const pythonPhpRubyRecipes: readonly Recipe[] = [
  {
    id: 'django',
    framework: 'Django',
    language: 'Python',
    note: 'request.body is the raw bytes. Read it before request.POST or a parser of REST framework touches the stream, and never sign json.dumps(request.data).',
    code: `${pythonCheck}

@csrf_exempt
@require_POST
def receive(request):
    raw_body = request.body
    if not genuine(request.headers.get("X-Signature-Timestamp", ""), request.headers.get("X-Signature", ""), raw_body):
        return HttpResponse(status=401)
    callback = json.loads(raw_body)
    return HttpResponse(status=204)`,
  },
  {
    id: 'flask',
    framework: 'Flask',
    language: 'Python',
    note: 'request.get_data() gives the bytes; call it before request.form. request.json is an object that cannot be written back the same.',
    code: `${pythonCheck}

@app.post("/callbacks")
def receive():
    raw_body = request.get_data(cache=True, as_text=False)
    if not genuine(request.headers.get("X-Signature-Timestamp", ""), request.headers.get("X-Signature", ""), raw_body):
        return "", 401
    callback = json.loads(raw_body)
    return "", 204`,
  },
  {
    id: 'fastapi',
    framework: 'FastAPI',
    language: 'Python',
    note: 'Take the Request and await its body(). A Pydantic model as parameter would parse the body and lose its bytes.',
    code: `${pythonCheck}

@app.post("/callbacks", status_code=204)
async def receive(request: Request):
    raw_body = await request.body()
    if not genuine(request.headers.get("x-signature-timestamp", ""), request.headers.get("x-signature", ""), raw_body):
        raise HTTPException(status_code=401)
    callback = json.loads(raw_body)`,
  },
  {
    id: 'laravel',
    framework: 'Laravel',
    language: 'PHP',
    note: 'getContent() is the raw body; all(), input() and json() come after TrimStrings and ConvertEmptyStringsToNull. Put the route into routes/api.php (its address then begins with /api), or except it from CSRF checks. Take the key from config(): env() and getenv() give nothing once the configuration is cached.',
    code: `${phpCheck}

Route::post('/callbacks', function (Request $request) {
    $rawBody = $request->getContent();
    $timestamp = $request->header('X-Signature-Timestamp', '');
    $key = (string) config('services.identity.signing_key'); // 'signing_key' => env('SIGNING_KEY') in config/services.php
    if (!genuine($timestamp, $request->header('X-Signature', ''), $rawBody, $key)) return response('', 401);
    $callback = json_decode($rawBody, true, flags: JSON_THROW_ON_ERROR);
    return response()->noContent();
});`,
  },
  {
    id: 'symfony',
    framework: 'Symfony',
    language: 'PHP',
    note: 'getContent() is the raw body. #[MapRequestPayload] and toArray() parse it; use them only after the check. Let the container give the key: getenv() does not read .env.',
    code: `${phpCheck}

#[Route('/callbacks', methods: ['POST'])]
public function receive(Request $request, #[Autowire(env: 'SIGNING_KEY')] string $key): Response
{
    $rawBody = $request->getContent();
    $timestamp = $request->headers->get('X-Signature-Timestamp', '');
    if (!genuine($timestamp, $request->headers->get('X-Signature', ''), $rawBody, $key)) return new Response('', 401);
    $callback = json_decode($rawBody, true, flags: JSON_THROW_ON_ERROR);
    return new Response('', 204);
}`,
  },
  {
    id: 'rails',
    framework: 'Rails',
    language: 'Ruby',
    note: 'request.raw_post is the bytes as they came. params.to_json and request.request_parameters are rewritten, with other escapes.',
    code: `class CallbacksController < ActionController::API
  def create
    raw_body = request.raw_post
    return head :unauthorized unless genuine?(request.headers["X-Signature-Timestamp"].to_s, request.headers["X-Signature"].to_s, raw_body)
    callback = JSON.parse(raw_body)
    head :no_content
  end

  private

  def genuine?(timestamp, signature, raw_body)
    return false unless timestamp.match?(/\\A\\d+\\z/)
    return false if (Time.now.to_f * 1000 - timestamp.to_i).abs > 5 * 60 * 1000
    expected = OpenSSL::HMAC.hexdigest("SHA256", ENV.fetch("SIGNING_KEY"), "#{timestamp}:".b + raw_body.b)
    ActiveSupport::SecurityUtils.secure_compare(expected, signature)
  end
end`,
  },
];
