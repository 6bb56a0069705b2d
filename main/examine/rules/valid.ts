import { omitUndefined } from '../../../preload/contract/objects.ts';
import { describeAnswer, mustAccept } from '../check-answers.ts';
import type { Examination, Probe } from '../examination.ts';
import { callbackBody } from '../messages/body.ts';
import { encodeJson, sortedJson, spacedJson } from '../messages/encodings.ts';
import { acceptedOffsets } from '../messages/invalid.ts';
import { signMessage } from '../messages/signing.ts';
import { type DeliveryAnswer, isAccepted } from '../receiver/deliver.ts';
import { namedCauses } from '../report/diagnosis.ts';
import type { Rule, RuleResult } from '../rule.ts';

const group = 'Valid messages';
const expects = '200, 201, 202 or 204';

/** All other rules build on this one: a receiver that accepts nothing shows nothing by rejecting a message. */
export const ordinaryMessage: Rule = {
  id: 'valid-finished',
  group,
  title: 'Accepts CONVERSATION FINISHED',
  section: '6.1, rule 3; 6.2',
  sends: 'A valid message: a conversation has ended',
  expects,
  fix: 'Compute HMAC with SHA-256, keyed with the signing key, over the timestamp header, a colon and the body byte for byte as received. Compare it with X-Signature, and answer 200, 201, 202 or 204. “assay verify --explain” finds what differs.',
  async run(examination) {
    const exchange = await examination.send(examination.plain('A conversation has ended'));
    const { answer } = exchange;
    if (isAccepted(answer)) {
      return { verdict: 'passed', reason: `Accepted: ${describeAnswer(answer)}.`, exchanges: [exchange] };
    }
    const cause = await causeOfRefusal(examination, answer);
    const remarks = [cause.remark, redirectRemark(answer), clockRemark(answer, examination.now())].join('');
    return {
      verdict: 'failed',
      reason: `A valid message was not accepted: ${describeAnswer(answer)}.${remarks}`,
      exchanges: [exchange, ...cause.exchanges],
      ...omitUndefined({ fix: cause.fix }),
    };
  },
};

export const validRules: readonly Rule[] = [
  ordinaryMessage,
  {
    id: 'valid-failed',
    group,
    title: 'Accepts CONVERSATION FINISHED whatever the result',
    section: '6.2',
    sends: 'FINISHED with a failed identity, and FINISHED with a hit on an AML list',
    expects,
    fix: 'Accept every FINISHED message: it says that the conversation has ended, not that the identity was confirmed.',
    run: (examination) =>
      mustAccept(
        examination,
        [
          examination.probe('The identity failed', examination.content('finished-failed')),
          examination.probe('The user is on an AML list', examination.content('finished-aml')),
        ],
        'It refuses negative results',
      ),
  },
  {
    id: 'valid-expired',
    group,
    title: 'Accepts CONVERSATION EXPIRED',
    section: '6.2',
    sends: 'A valid message: a conversation has expired',
    expects,
    fix: 'Handle CONVERSATION EXPIRED, or accept and ignore it.',
    run: (examination) =>
      mustAccept(
        examination,
        [examination.probe('A conversation has expired', examination.content('expired'))],
        'It refuses EXPIRED',
      ),
  },
  {
    id: 'valid-new-data',
    group,
    title: 'Accepts SUBSCRIPTION NEW_DATA',
    section: '6.2',
    sends: 'A valid message: monitoring has new data',
    expects,
    fix: 'Handle SUBSCRIPTION NEW_DATA, or accept and ignore it. It can come long after the conversation has ended.',
    run: (examination) =>
      mustAccept(
        examination,
        [examination.probe('Monitoring has new data', examination.content('new-data'))],
        'It refuses NEW_DATA',
      ),
  },
  {
    id: 'valid-two-notifications',
    group,
    title: 'Accepts several notifications of one conversation',
    section: '6.2',
    sends: 'Two messages of one conversation: user data is there; then transactions are there',
    expects: `${expects} for both`,
    fix: 'Accept more than one notification of a conversation. The final one has the status FINISHED.',
    run(examination) {
      const first = examination.content('first-of-two');
      const second = examination.content('second-of-two', conversationOf(first.payload));
      return mustAccept(
        examination,
        [
          examination.probe('First of two: user data', first),
          examination.probe('Second of two: transactions', second),
        ],
        'It refuses one of two notifications',
      );
    },
  },
  {
    id: 'header-names',
    group,
    title: 'Finds the headers in upper or lower case',
    section: '6.1, rule 2',
    sends: 'A valid message with x-signature and x-signature-timestamp in lower case',
    expects,
    fix: 'Compare header names without regard to case: proxies and HTTP/2 write them in lower case.',
    run(examination) {
      const probe = examination.plain('Header names in lower case');
      const { headers, body } = probe.message;
      const lowerCase = headers.map(([name, value]): [string, string] => [name.toLowerCase(), value]);
      const probeInLowerCase: Probe = { ...probe, message: { headers: lowerCase, body } };
      return mustAccept(examination, [probeInLowerCase], 'It does not find headers in lower case');
    },
  },
  {
    id: 'time-tolerance',
    group: 'Time',
    title: 'Accepts timestamps within 5 minutes',
    section: '6.4, rule 1',
    sends: 'Valid messages with timestamps 4 minutes ago, now, and in 4 minutes',
    expects: `${expects} for all`,
    fix: 'Accept timestamps up to 5 minutes before and after the current time, in milliseconds. Keep the receiver’s clock synchronised.',
    run: (examination) =>
      mustAccept(
        examination,
        acceptedOffsets.map((offset) =>
          examination.probe(`Timestamp ${offsetText(offset)}`, examination.content('finished'), {
            at: examination.stamp() + offset,
          }),
        ),
        'It refuses timestamps within 5 minutes',
      ),
  },
];

/** Returns the conversation's id in a payload of a template. */
export function conversationOf(payload: string): string {
  const { conversation } = JSON.parse(payload) as { conversation: { id: string } };
  return conversation.id;
}

function offsetText(offsetMs: number): string {
  const minutes = Math.abs(offsetMs) / 60_000;
  return minutes === 0 ? 'of now' : `${minutes} minutes ${offsetMs < 0 ? 'ago' : 'ahead'}`;
}

function redirectRemark(answer: DeliveryAnswer): string {
  return answer.kind === 'answered' && answer.status >= 300 && answer.status < 400
    ? ' Redirects are not followed: give the final address.'
    : '';
}

function clockRemark(answer: DeliveryAnswer, now: number): string {
  const headers = answer.kind === 'answered' ? answer.headers : [];
  const date = headers.find(([name]) => name.toLowerCase() === 'date')?.[1];
  const offsetMs = date === undefined ? Number.NaN : Date.parse(date) - now;
  return Math.abs(offsetMs) > 60_000
    ? ` By its Date header the receiver’s clock is ${Math.round(Math.abs(offsetMs) / 60_000)} minutes ${offsetMs > 0 ? 'ahead' : 'behind'}.`
    : '';
}

/** Writings that stay as they are when the named writer parses them and writes them again. */
const writings: readonly { name: string; write(json: string): string }[] = [
  { name: 'with a space after each comma and colon, as Python’s json.dumps writes it', write: spacedJson },
  {
    name: 'with escaped slashes, as PHP’s json_encode writes it',
    write: (json) => encodeJson(json, 'escaped-slashes'),
  },
  { name: 'with its members sorted, as Go writes a map', write: sortedJson },
  {
    name: 'with sorted members and spaces, as json.dumps with sort_keys writes it',
    write: (json) => spacedJson(sortedJson(json)),
  },
  { name: 'indented by two spaces', write: (json) => encodeJson(json, 'indented') },
];

const readRaw =
  'Compute the signature over the bytes of the body as they were received, and parse the JSON afterwards. “assay verify --recipe NAME” shows how in many frameworks.';
const otherStatus =
  'Answer 200, 201, 202 or 204. Any other status, other ones of success too, means that the delivery has failed.';

/** Returns why a receiver refuses an ordinary message: valid ones in other writings show whether it writes the JSON again before the check. */
async function causeOfRefusal(
  examination: Examination,
  answer: DeliveryAnswer,
): Promise<Pick<RuleResult, 'exchanges' | 'fix'> & { remark: string }> {
  const status = answer.kind === 'answered' ? answer.status : undefined;
  if (status !== undefined && status >= 200 && status < 300) {
    const remark = ` ${status} is not one of the statuses that accept a callback.`;
    return { remark, fix: otherStatus, exchanges: [] };
  }
  if (status === undefined || status < 400) {
    return { remark: '', exchanges: [] };
  }
  const exchanges: RuleResult['exchanges'] = [];
  for (const { name, write } of writings) {
    const content = examination.content('finished');
    const body = Buffer.from(write(Buffer.from(callbackBody(content)).toString()));
    const exchange = await examination.send(examination.probe(`Written ${name}`, content, { body }));
    exchanges.push(exchange);
    if (isAccepted(exchange.answer)) {
      const remark = ` It accepts a valid message only when it is written ${name} (${describeAnswer(exchange.answer)}): ${namedCauses.rewrites}.`;
      return { remark, fix: readRaw, exchanges };
    }
  }
  if (![400, 401, 403].includes(status)) {
    return { remark: '', exchanges };
  }
  const empty = examination.probe('An empty object', examination.content('finished'), {
    body: Buffer.from('{}'),
  });
  const message = signMessage(empty.message.body, 'not-the-signing-key', examination.stamp());
  const validExchange = await examination.send(empty);
  const forgery = await examination.send({
    ...empty,
    label: 'An empty object signed with another key',
    message,
  });
  exchanges.push(validExchange, forgery);
  const statuses = [validExchange, forgery].map((one) => one.answer.kind === 'answered' && one.answer.status);
  if (!statuses.includes(false) && statuses[0] !== statuses[1]) {
    const remark = ` It answers “{}”, which every JSON writer writes alike, with ${statuses[0]}, and with ${statuses[1]} when another key signed it. So the key is right: ${namedCauses.rewrites}.`;
    return { remark, fix: readRaw, exchanges };
  }
  return { remark: ` It accepts the message in no other writing either: ${namedCauses.key}.`, exchanges };
}
