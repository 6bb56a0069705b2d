"""Parses the body on standard input and writes it again as Python programs do: a name and Base64 on each line."""
import base64
import json
import sys

value = json.loads(sys.stdin.buffer.read())
ways = {
    "json.dumps": {},
    "json.dumps, compact": {"separators": (",", ":")},
    "json.dumps, ensure_ascii=False": {"ensure_ascii": False},
    "json.dumps, compact, ensure_ascii=False": {"separators": (",", ":"), "ensure_ascii": False},
    "json.dumps, indent=2": {"indent": 2},
    "json.dumps, indent=4, ensure_ascii=False": {"indent": 4, "ensure_ascii": False},
    "json.dumps, sort_keys": {"sort_keys": True},
}
for name, options in ways.items():
    print(name, base64.b64encode(json.dumps(value, **options).encode()).decode(), sep="\t")
