export const usageText = `Usage: verify --timestamp T --signature S --key-file F [options] BODYFILE

Checks one callback: its signature, its time and its content.

  BODYFILE                  the body, byte for byte as it arrived; - reads standard input
  --timestamp T             the value of X-Signature-Timestamp
  --signature S             the value of X-Signature
  --key-file F              a file with the signing key. One line end after the key is ignored,
                            anything else in the file is part of the key. Given again, the first
                            is the key expected, the others are candidates for --explain
  --as-of ISO               check the time against this moment, such as 2026-01-01T12:00:00Z
  --explain                 on a mismatch search for the change that makes the signature match
  --api-login L             the API key's login, a candidate for --explain
  --api-password-file F     a file with the API key's password, a candidate for --explain
  --json                    one JSON object on standard output
  --recipe NAME             print how to read the raw body in a framework, and exit
  --help                    this text

Exit status: 0 signature and time good, 1 signature mismatch (also where it is no signature at
all), 3 signature good but the time is not, 2 bad usage or unreadable input. The content of the message is
reported and does not change the status.
Keys and passwords are read from files only and never printed.
`;
