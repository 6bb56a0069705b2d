import { checkAccepted, mustAccept } from '../check-answers.ts';
import type { Rule } from '../rule.ts';
import { conversationOf } from './valid.ts';

const group = 'Duplicates and order';
const expects = '200, 201, 202 or 204 for all';
const atOnce = 5;

export const repeatRules: readonly Rule[] = [
  {
    id: 'duplicate',
    group,
    title: 'Accepts a callback that it has already received',
    section: '6.2, id',
    sends: 'The same callback twice more, signed again: same id, same body',
    expects,
    fix: 'Remember the ids of callbacks. Answer a duplicate as you answered the first one, and do nothing else: a refusal makes the service send it again.',
    run(examination) {
      const content = examination.content('finished');
      return mustAccept(
        examination,
        ['First delivery', 'The same again', 'And again'].map((label) => examination.probe(label, content)),
        'It refuses a duplicate',
      );
    },
  },
  {
    id: 'duplicate-at-once',
    group,
    title: 'Accepts duplicates that arrive at the same time',
    section: '6.2, id',
    sends: `The same callback ${atOnce} times at once`,
    expects,
    fix: 'Store the id in one atomic step that does not fail for duplicates (a unique key with “insert or ignore”) instead of reading first and writing later.',
    async run(examination) {
      const content = examination.content('finished');
      const probes = Array.from({ length: atOnce }, (_, index) =>
        examination.probe(`Delivery ${index + 1} of ${atOnce} at once`, content),
      );
      const exchanges = await Promise.all(probes.map((probe) => examination.send(probe)));
      return checkAccepted(examination, exchanges, 'It refuses duplicates at the same time');
    },
  },
  {
    id: 'same-timestamp',
    group,
    title: 'Accepts two messages with the same timestamp',
    section: '6.2, id; 6.4, rule 1',
    sends: 'Two valid messages about two conversations, signed in the same millisecond',
    expects,
    fix: 'Recognise a duplicate by the callback’s id in the body, not by its timestamp: two messages can be signed in the same millisecond.',
    run(examination) {
      const at = examination.stamp();
      return mustAccept(
        examination,
        ['First message', 'Second message, same timestamp'].map((label) =>
          examination.probe(label, examination.content('finished'), { at }),
        ),
        'It refuses a second message with the same timestamp',
      );
    },
  },
  {
    id: 'order',
    group,
    title: 'Accepts callbacks in any order',
    section: '6.2; 6.3',
    sends:
      'Messages of one conversation, the latest first: new data of monitoring, the second notification, the first',
    expects,
    fix: 'A retried callback can arrive after newer ones. Accept every order, and decide by “created” and the status which message is the latest.',
    run(examination) {
      const newData = examination.content('new-data');
      const conversation = conversationOf(newData.payload);
      const minutesAgo = (minutes: number) => new Date(examination.now() - minutes * 60_000).toISOString();
      return mustAccept(
        examination,
        [
          examination.probe('New data, created now', newData),
          examination.probe('Second notification, created 10 minutes ago', {
            ...examination.content('second-of-two', conversation),
            created: minutesAgo(10),
          }),
          examination.probe('First notification, created 20 minutes ago', {
            ...examination.content('first-of-two', conversation),
            created: minutesAgo(20),
          }),
        ],
        'It refuses a callback that is older than one before it',
      );
    },
  },
];
