import { mustAccept } from '../check-answers.ts';
import { callbackBody } from '../messages/body.ts';
import { unknownEvents } from '../messages/events.ts';
import type { Rule } from '../rule.ts';

const group = 'Unknown fields and events';
const expects = '200, 201, 202 or 204 for all';
const messagesWithUnknownMembers = 5;

export const toleranceRules: readonly Rule[] = [
  {
    id: 'unknown-event',
    group,
    title: 'Accepts unknown events of known targets',
    section: '6.1, rule 4; 9, rule 3',
    sends: 'Valid messages with events outside the table of 6.2',
    expects,
    fix: 'Accept every valid message, and ignore the pairs of target and event that you do not handle.',
    run: (examination) =>
      mustAccept(
        examination,
        unknownEvents
          .filter(({ target }) => target !== 'INVOICE')
          .map(({ target, event }) =>
            examination.probe(`${target} ${event}`, { ...examination.content('finished'), target, event }),
          ),
        'It refuses unknown events',
      ),
  },
  {
    id: 'unknown-target',
    group,
    title: 'Accepts unknown targets, also without a conversation',
    section: '6.1, rule 4; 9, rule 3',
    sends: 'A valid message of an unknown target, whose payload has no conversation',
    expects,
    fix: 'Check target and event before you read the payload, and accept what you do not know.',
    run: (examination) =>
      mustAccept(
        examination,
        [examination.probe('INVOICE CREATED, without a conversation', examination.content('unknown-target'))],
        'It refuses unknown targets',
      ),
  },
  {
    id: 'unknown-members',
    group,
    title: 'Ignores unknown fields',
    section: '6.1, rule 5; 9, rule 3',
    sends: `${messagesWithUnknownMembers} valid messages with random unknown fields at every level`,
    expects,
    fix: 'Let the JSON parser ignore unknown fields instead of failing, for example without “additionalProperties: false” or FAIL_ON_UNKNOWN_PROPERTIES.',
    run: (examination) =>
      mustAccept(
        examination,
        Array.from({ length: messagesWithUnknownMembers }, (_, index) => {
          const content = examination.content('finished');
          const body = callbackBody(content, { random: examination.random });
          return examination.probe(`Unknown fields, message ${index + 1}`, content, { body });
        }),
        'It refuses unknown fields',
      ),
  },
];
