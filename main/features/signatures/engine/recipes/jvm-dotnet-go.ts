import type { Recipe } from './recipe.ts';

export const jvmDotnetGoRecipes: readonly Recipe[] = [
  {
    id: 'spring',
    framework: 'Spring',
    language: 'Java',
    note: 'Take the body as byte[], not as an object and not as String: a String is decoded with the request’s character set, which may not be UTF-8.',
    code: `@PostMapping("/callbacks")
ResponseEntity<Void> receive(@RequestHeader("X-Signature-Timestamp") String timestamp,
                             @RequestHeader("X-Signature") String signature,
                             @RequestBody byte[] rawBody) throws Exception {
    if (!genuine(timestamp, signature, rawBody)) return ResponseEntity.status(401).build();
    JsonNode callback = objectMapper.readTree(rawBody);
    return ResponseEntity.noContent().build();
}

static boolean genuine(String timestamp, String signature, byte[] rawBody) throws Exception {
    if (!timestamp.matches("\\\\d{1,15}")) return false;
    if (Math.abs(System.currentTimeMillis() - Long.parseLong(timestamp)) > 5 * 60 * 1000) return false;
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(System.getenv("SIGNING_KEY").getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    mac.update((timestamp + ":").getBytes(StandardCharsets.UTF_8));
    String expected = HexFormat.of().formatHex(mac.doFinal(rawBody));
    return MessageDigest.isEqual(expected.getBytes(StandardCharsets.UTF_8), signature.getBytes(StandardCharsets.UTF_8));
}`,
  },
  {
    id: 'aspnet-core',
    framework: 'ASP.NET Core',
    language: 'C#',
    note: 'Copy Request.Body before model binding reads it. If a filter or another middleware needs it again, call Request.EnableBuffering() first and set Request.Body.Position = 0 afterwards.',
    code: `app.MapPost("/callbacks", async (HttpRequest request) =>
{
    using var buffer = new MemoryStream();
    await request.Body.CopyToAsync(buffer);
    byte[] rawBody = buffer.ToArray();
    if (!Genuine(request.Headers["X-Signature-Timestamp"].ToString(), request.Headers["X-Signature"].ToString(), rawBody))
        return Results.Unauthorized();
    using var callback = JsonDocument.Parse(rawBody);
    return Results.NoContent();
});

static bool Genuine(string timestamp, string signature, byte[] rawBody)
{
    if (!long.TryParse(timestamp, NumberStyles.None, CultureInfo.InvariantCulture, out long sent)) return false;
    if (Math.Abs(DateTimeOffset.UtcNow.ToUnixTimeMilliseconds() - sent) > 5 * 60 * 1000) return false;
    byte[] key = Encoding.UTF8.GetBytes(Environment.GetEnvironmentVariable("SIGNING_KEY")!);
    byte[] message = [.. Encoding.UTF8.GetBytes(timestamp + ":"), .. rawBody];
    string expected = Convert.ToHexString(HMACSHA256.HashData(key, message)).ToLowerInvariant();
    return CryptographicOperations.FixedTimeEquals(Encoding.ASCII.GetBytes(expected), Encoding.ASCII.GetBytes(signature));
}`,
  },
  {
    id: 'go-net-http',
    framework: 'Go net/http',
    language: 'Go',
    note: 'Read all of r.Body once, check, and only then unmarshal the same bytes. A json.Decoder on r.Body leaves nothing to check.',
    code: `func receive(w http.ResponseWriter, r *http.Request) {
	rawBody, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 5<<20))
	if err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	if !genuine(r.Header.Get("X-Signature-Timestamp"), r.Header.Get("X-Signature"), rawBody) {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	var callback map[string]any
	if err := json.Unmarshal(rawBody, &callback); err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func genuine(timestamp, signature string, rawBody []byte) bool {
	sent, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || time.Since(time.UnixMilli(sent)).Abs() > 5*time.Minute {
		return false
	}
	given, err := hex.DecodeString(signature)
	if err != nil {
		return false
	}
	key := os.Getenv("SIGNING_KEY")
	if key == "" {
		panic("SIGNING_KEY is not set") // an empty key would let anybody sign
	}
	mac := hmac.New(sha256.New, []byte(key))
	mac.Write([]byte(timestamp + ":"))
	mac.Write(rawBody)
	return hmac.Equal(mac.Sum(nil), given)
}`,
  },
];
