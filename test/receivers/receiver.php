<?php
// A correct receiver of callbacks with PHP (interface 6).
// Usage: ASSAY_KEY_FILE=… php -S 127.0.0.1:PORT receiver.php

const TOLERANCE_MS = 5 * 60_000;
const MAX_BODY = 1024 * 1024;

$key = rtrim(file_get_contents(getenv('ASSAY_KEY_FILE')), "\r\n");
$timestamp = $_SERVER['HTTP_X_SIGNATURE_TIMESTAMP'] ?? '';
$signature = $_SERVER['HTTP_X_SIGNATURE'] ?? '';
$body = file_get_contents('php://input', false, null, 0, MAX_BODY + 1);

function is_genuine(string $key, string $timestamp, string $signature, string $body): bool
{
    if (!preg_match('/^\d{1,15}$/D', $timestamp) || strlen($body) > MAX_BODY) {
        return false;
    }
    if (abs(microtime(true) * 1000 - (int) $timestamp) > TOLERANCE_MS) {
        return false;
    }
    return hash_equals(hash_hmac('sha256', "$timestamp:$body", $key), $signature);
}

if ($_SERVER['REQUEST_METHOD'] !== 'POST' || !is_genuine($key, $timestamp, $signature, $body)) {
    http_response_code(401);
    return;
}
// A real receiver would store the id in a table with a unique key.
$message = json_decode($body, true, 512, JSON_THROW_ON_ERROR);
http_response_code(is_string($message['id']) ? 204 : 400);
