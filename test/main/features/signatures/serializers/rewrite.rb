# Parses the body on standard input and writes it again as Ruby programs do: a name and Base64 on each line.
require 'json'

value = JSON.parse($stdin.read)
ways = {
  'JSON.generate' => JSON.generate(value),
  'JSON.pretty_generate' => JSON.pretty_generate(value),
  'JSON.generate, ascii_only' => JSON.generate(value, ascii_only: true)
}
ways.each { |name, text| puts "#{name}\t#{[text].pack('m0')}" }
