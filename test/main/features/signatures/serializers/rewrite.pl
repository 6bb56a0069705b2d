# Parses the body on standard input and writes it again as Perl programs do: a name and Base64 on each line.
use strict;
use warnings;
use JSON::PP;
use MIME::Base64 qw(encode_base64);

binmode STDIN;
local $/;
my $value = decode_json(<STDIN>);
my %ways = (
    'JSON::PP, canonical'         => JSON::PP->new->utf8->canonical->encode($value),
    'JSON::PP, canonical, pretty' => JSON::PP->new->utf8->canonical->indent->space_after->encode($value),
    'JSON::PP, canonical, ascii'  => JSON::PP->new->ascii->canonical->encode($value),
);
print "$_\t", encode_base64($ways{$_}, ''), "\n" for sort keys %ways;
