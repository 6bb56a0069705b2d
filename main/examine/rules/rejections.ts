import { mustAccept, mustReject } from '../check-answers.ts';
import type { Probe } from '../examination.ts';
import { callbackBody } from '../messages/body.ts';
import { type InvalidKind, invalidKinds } from '../messages/invalid.ts';
import type { Rule } from '../rule.ts';

const expects = 'Any status but 200, 201, 202 and 204, for example 401';

const fixes: Record<InvalidKind['rule'], string> = {
  '6.4, rule 1':
    'Read X-Signature-Timestamp as a whole number of milliseconds since 1970. Reject the message when the header is missing, is not such a number, or differs from the current time by more than 5 minutes in either direction.',
  '6.4, rule 2':
    'Compute the signature over exactly <timestamp header>:<body>, with the body byte for byte as received, and reject the message when it differs from X-Signature.',
  '6.4, rule 3':
    'Compare the whole of X-Signature with the 64 characters that you computed: same length, same characters. Reject the message when the header is missing or empty.',
};

/** Kinds whose correction is more particular than that of their section. */
const particularFixes: Record<string, string> = {
  'other-key':
    'Compare X-Signature with the signature that you compute with your signing key; do not check only its format.',
  'empty-key':
    'Load the signing key before the first message, and stop when it is missing: an empty key can be guessed.',
  truncated: 'Compare both signatures as a whole: do not stop at the end of the shorter one.',
  longer: 'Compare both signatures as a whole: do not compare only the first 64 characters.',
  'no-signature': 'Reject a message without X-Signature before anything else is done.',
  'no-headers':
    'Reject a message without X-Signature and X-Signature-Timestamp: do not take it for one that need not be verified.',
};

/** One rule for each kind of invalid message. */
export const rejectionRules: readonly Rule[] = [
  ...invalidKinds.map(
    (kind): Rule => ({
      id: `reject-${kind.id}`,
      group: kind.rule === '6.4, rule 1' ? 'Time' : 'Signature',
      title: `Rejects: ${kind.title.charAt(0).toLowerCase()}${kind.title.slice(1)}`,
      section: kind.rule,
      sends: `${kind.title}; then the same body as a valid message`,
      expects: `${expects}; then 200, 201, 202 or 204`,
      fix: particularFixes[kind.id] ?? fixes[kind.rule],
      run(examination) {
        const content = examination.content('finished');
        const control = examination.probe('The same body, valid', content);
        const message = kind.make({
          body: callbackBody(content),
          key: examination.key,
          now: examination.stamp(),
        });
        return mustReject(examination, { ...control, label: kind.title, message }, control);
      },
    }),
  ),
  {
    id: 'reject-invalid-duplicate',
    group: 'Signature',
    title: 'Rejects: a known callback id with a wrong signature',
    section: '6.4, rule 3; 6.2, id',
    sends: 'A valid message; then the same callback with a wrong signature; then valid again',
    expects: `200, 201, 202 or 204; then ${expects.charAt(0).toLowerCase()}${expects.slice(1)}; then 200, 201, 202 or 204`,
    fix: 'Check the signature before you look up the callback’s id.',
    async run(examination) {
      const content = examination.content('finished');
      const first = await mustAccept(
        examination,
        [examination.probe('First delivery', content)],
        'It refuses the first delivery',
      );
      if (first.verdict !== 'passed') {
        return { ...first, verdict: 'cannot-tell' };
      }
      const kind = invalidKinds.find(({ id }) => id === 'other-key');
      const again = examination.probe('The same callback, valid', content);
      const message = kind?.make({
        body: again.message.body,
        key: examination.key,
        now: examination.stamp(),
      });
      const invalid: Probe = {
        ...again,
        label: 'The same callback with a wrong signature',
        message: message ?? again.message,
      };
      const result = await mustReject(examination, invalid, again);
      return { ...result, exchanges: [...first.exchanges, ...result.exchanges] };
    },
  },
];
