import { describeAnswer } from '../check-answers.ts';
import type { Examination } from '../examination.ts';
import { callbackBody } from '../messages/body.ts';
import { encodeJson, sortedJson, spacedJson } from '../messages/encodings.ts';
import { type DeliveryAnswer, isAccepted } from '../receiver/deliver.ts';
import { namedCauses } from '../report/diagnosis.ts';
import type { RuleResult } from '../rule.ts';

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
export async function causeOfRefusal(
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
  const remark = [400, 401, 403].includes(status)
    ? ` It accepts the message in no other writing either: ${namedCauses.key}.`
    : '';
  return { remark, exchanges };
}
