export const usageText = `Usage: assay examine --key-file F [options] URL

Sends messages to a receiver of callbacks and judges its answers by every rule of section 6 of the interface.

  --key-file F       a file with the receiver’s signing key. One line end after the key is ignored
  --json             print the report as JSON
  --html F           also write the report as a page
  --rule ID          examine only this rule; may be given again. --list names all
  --ca-file F        also trust the certificate authorities in this PEM file
  --public           allow an address that is neither on this computer nor in a private network
  --answer-within S  the longest time for an answer, in seconds (10)
  --max-body KIB     the largest body that is sent, in KiB, up to 8192 (256)
  --time-limit S     the longest time for the whole exam, in seconds (300)
  --list             list the rules, and exit
  --help             this text
  URL                the receiver’s address, last; may contain {conversationId}, {target} and {event}

Exit status: 0 every rule passed, 1 a rule failed, 2 bad usage or an unreadable file, 3 the exam could not be run, or not to
its end, or a rule could not be judged. A comparison of times that was too noisy is reported and leaves status 0.
On Windows the packaged program is no console program: its output begins with an empty line, and cmd.exe waits for it only with “start /wait”.
The messages are about invented people. The key is used for signing only, and never printed.
`;
