<?php
// Parses the body on standard input and writes it again as PHP programs do: a name and Base64 on each line.
$body = file_get_contents('php://stdin');
$ways = [
    'json_encode of arrays' => json_encode(json_decode($body, true)),
    'json_encode of objects' => json_encode(json_decode($body)),
    'json_encode of arrays, JSON_UNESCAPED_UNICODE' => json_encode(json_decode($body, true), JSON_UNESCAPED_UNICODE),
    'json_encode of arrays, JSON_UNESCAPED_SLASHES' => json_encode(json_decode($body, true), JSON_UNESCAPED_SLASHES),
    'json_encode of objects, JSON_PRETTY_PRINT' => json_encode(json_decode($body), JSON_PRETTY_PRINT),
    'json_encode, JSON_PRESERVE_ZERO_FRACTION' => json_encode(json_decode($body, true), JSON_PRESERVE_ZERO_FRACTION),
];
foreach ($ways as $name => $text) {
    echo $name, "\t", base64_encode($text), "\n";
}
