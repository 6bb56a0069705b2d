import { randomUUID } from 'node:crypto';
import { mustAccept } from '../check-answers.ts';
import type { MessageContent } from '../messages/body.ts';
import { encodeJson, spacedJson } from '../messages/encodings.ts';
import type { Rule } from '../rule.ts';

const group = 'Body byte for byte';
const section = '6.4, rules 2 and 4';
const expects = '200, 201, 202 or 204 for all';
const readRaw =
  'Keep the received bytes of the body, compute the signature over them, and parse the JSON afterwards. “assay verify --recipe NAME” shows how in many frameworks.';

/** One way of writing a message, as JSON text. */
interface Writing {
  label: string;
  write(message: Message): string;
}

interface Message extends MessageContent {
  conversationId: string;
}

interface RawRule {
  id: string;
  title: string;
  sends: string;
  fault: string;
  fix?: string;
  writings: readonly Writing[];
}

/** A user's name as JSON text within a message that is otherwise ordinary. */
const withFirstName =
  (firstName: string) =>
  (message: Message): string =>
    envelope(
      message,
      conversation(
        message.conversationId,
        `{"person":{"name":{"firstName":${firstName},"lastName":"Example"}}}`,
      ),
    );

const plainUser = '{"person":{"name":{"firstName":"Ada","lastName":"Example"}}}';

function conversation(
  id: string,
  user: string,
  details = '{"field":"PERSON_IDS_NATIONAL_ID"}',
  reliability = '1',
): string {
  const check = `{"name":"CONSISTENCY_CHECK","result":"ACCEPTED","details":${details}}`;
  const identity = `{"status":"FINISHED","user":${user},"errors":[],"checks":[${check}]}`;
  const verify = `{"status":"FINISHED","reliability":${reliability},"details":[]}`;
  return `{"id":"${id}","userKey":"test-user-1","url":"https://verification.example/c/${id}","status":"FINISHED","result":{"identity":${identity},"verify":${verify}}}`;
}

function envelope({ id, created, target, event }: Message, inner: string): string {
  return `{"id":"${id}","created":"${created}","target":"${target}","event":"${event}","payload":{"conversation":${inner}}}`;
}

const compact = (message: Message) => envelope(message, conversation(message.conversationId, plainUser));

/** JSON with a tab for each level and spaces around colons, as some serializers write it. */
function withTabs(json: string): string {
  return JSON.stringify(JSON.parse(json), null, '\t').replaceAll('": ', '" : ');
}

const rawRules: readonly RawRule[] = [
  {
    id: 'raw-letters',
    title: 'Reads non-ASCII letters as UTF-8',
    sends: 'Valid messages with Polish, Chinese, Hebrew and Thai names and invisible characters, as UTF-8',
    fault: 'Non-ASCII letters change the signature',
    fix: `Use the bytes of the body, or decode and encode it as UTF-8 without loss. ${readRaw}`,
    writings: [
      { label: 'Polish letters', write: withFirstName('"Zażółć Gęślą"') },
      { label: 'Chinese, Hebrew and Thai', write: withFirstName('"李小龍 שלום สมชาย"') },
      {
        label: 'Line separators and a zero-width joiner',
        write: withFirstName('"a\u2028b\u2029c\u200dd\u00a0e\ufeff"'),
      },
    ],
  },
  {
    id: 'raw-surrogates',
    title: 'Keeps characters above U+FFFF',
    sends:
      'Valid messages with an emoji and a rare Chinese letter: as UTF-8, and as an escaped surrogate pair',
    fault: 'Characters above U+FFFF change the signature',
    writings: [
      { label: 'As UTF-8, 4 bytes each', write: withFirstName('"😀 𠮷"') },
      { label: 'As escaped surrogate pairs', write: withFirstName('"\\ud83d\\ude00 \\uD842\\uDFB7"') },
    ],
  },
  {
    id: 'raw-normalisation',
    title: 'Keeps composed and decomposed letters apart',
    sends: 'Valid messages with é as one character, as e with an accent, and with compatibility characters',
    fault: 'Composed or decomposed letters change the signature',
    fix: `Do not normalise the text before the signature is computed. ${readRaw}`,
    writings: [
      { label: 'Composed (NFC)', write: withFirstName('"Ren\u00e9 \u00c5"') },
      { label: 'Decomposed (NFD)', write: withFirstName('"Rene\u0301 A\u030a"') },
      { label: 'Compatibility characters', write: withFirstName('"\ufb01 \u212b \uff21"') },
    ],
  },
  {
    id: 'raw-escapes',
    title: 'Keeps escapes as they were written',
    sends:
      'Valid messages with \\u escapes in upper and lower case, escaped slashes and escaped ASCII letters',
    fault: 'Escapes in the JSON change the signature',
    writings: [
      { label: 'Escapes in lower case', write: withFirstName('"Za\\u017c\\u00f3\\u0142\\u0107"') },
      { label: 'Escapes in upper case', write: withFirstName('"Za\\u017C\\u00F3\\u0142\\u0107"') },
      { label: 'Escaped slashes', write: (message) => encodeJson(compact(message), 'escaped-slashes') },
      { label: 'Escaped <, > and &', write: withFirstName('"\\u003cb\\u003e \\u0026"') },
      { label: 'Unescaped <, > and &', write: withFirstName('"<b> &"') },
    ],
  },
  {
    id: 'raw-key-order',
    title: 'Keeps the order of members',
    sends: 'Valid messages with payload before id, and with members whose names are numbers',
    fault: 'The order of members changes the signature',
    writings: [
      {
        label: 'payload first, id last',
        write: ({ id, created, target, event, conversationId }) =>
          `{"payload":{"conversation":${conversation(conversationId, plainUser)}},"event":"${event}","target":"${target}","created":"${created}","id":"${id}"}`,
      },
      {
        label: 'Names that are numbers, not in their order',
        write: (message) =>
          envelope(
            message,
            conversation(message.conversationId, plainUser, '{"b":"1","10":"2","2":"3","a":"4"}'),
          ),
      },
    ],
  },
  {
    id: 'raw-numbers',
    title: 'Keeps numbers as they were written',
    sends: 'Valid messages with 1.0, 5E-1, a number beyond 2^53 and a long fraction',
    fault: 'The way numbers are written changes the signature',
    writings: [
      ['1.0', '1.0'],
      ['An exponent', '5E-1'],
      ['A long fraction', '0.12345678901234567890'],
    ]
      .map(
        ([label = '', reliability = '']): Writing => ({
          label,
          write: (message) =>
            envelope(message, conversation(message.conversationId, plainUser, '{}', reliability)),
        }),
      )
      .concat({
        label: 'A number beyond 2^53',
        write: (message) =>
          envelope(
            message,
            conversation(message.conversationId, plainUser, '{"reference":12345678901234567890}'),
          ),
      }),
  },
  {
    id: 'raw-whitespace',
    title: 'Keeps white space between members',
    sends: 'Valid messages that are indented by spaces, by tabs, and with spaces after commas and colons',
    fault: 'White space in the JSON changes the signature',
    writings: [
      { label: 'Indented by two spaces', write: (message) => encodeJson(compact(message), 'indented') },
      { label: 'Indented by tabs', write: (message) => withTabs(compact(message)) },
      { label: 'Spaces after commas and colons', write: (message) => spacedJson(compact(message)) },
    ],
  },
  {
    id: 'raw-ends',
    title: 'Keeps white space before and after the JSON',
    sends: 'Valid messages with a newline at the end, with CR LF, and with spaces before and after',
    fault: 'White space around the JSON changes the signature',
    fix: `Do not trim the body and do not change its line ends. ${readRaw}`,
    writings: [
      { label: 'A newline at the end', write: (message) => encodeJson(compact(message), 'final-newline') },
      { label: 'Lines that end with CR LF', write: (message) => encodeJson(compact(message), 'crlf') },
      { label: 'Spaces before and after', write: (message) => `  ${compact(message)}  ` },
    ],
  },
];

/** Valid messages whose bytes change when they are parsed and written again. */
export const rawBodyRules: readonly Rule[] = rawRules.map(({ id, title, sends, fault, fix, writings }) => ({
  id,
  group,
  title,
  section,
  sends,
  expects,
  fix: fix ?? readRaw,
  run: (examination) =>
    mustAccept(
      examination,
      writings.map(({ label, write }) => {
        const conversationId = randomUUID();
        const content = examination.content('finished', conversationId);
        const body = Buffer.from(write({ ...content, conversationId }));
        return examination.probe(label, content, { body });
      }),
      fault,
    ),
}));
