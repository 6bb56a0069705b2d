import { checkAccepted, mustAccept } from '../check-answers.ts';
import { callbackBody, type MessageContent } from '../messages/body.ts';
import type { Rule } from '../rule.ts';

const group = 'Size and load';
const atOnce = 10;
const kib = 1024;

export const loadRules: readonly Rule[] = [
  {
    id: 'size',
    group,
    title: 'Accepts large bodies',
    section: '6.2; 8 (no limit is stated)',
    sends: 'Valid messages of 16, 64, 128 and 256 KiB, up to the largest size that the exam was given',
    expects: '200, 201, 202 or 204 for all',
    fix: 'Raise the limit for bodies. Many frameworks have a low one by default, such as 100 kB in Express.',
    run(examination) {
      const { maxBodyBytes } = examination.limits;
      const sizes = [16 * kib, 64 * kib, 128 * kib, 256 * kib, maxBodyBytes].filter(
        (size) => size <= maxBodyBytes,
      );
      return mustAccept(
        examination,
        [...new Set(sizes)].map((bytes) => {
          const content = examination.content('finished');
          return examination.probe(`${bytes / kib} KiB`, withChecks(content, bytes));
        }),
        'It refuses large bodies',
      );
    },
  },
  {
    id: 'at-once',
    group,
    title: 'Accepts messages that arrive at the same time',
    section: '6.1, rules 1 and 3',
    sends: `${atOnce} valid messages of different conversations at once`,
    expects: '200, 201, 202 or 204 for all',
    fix: 'Answer first and process later, so that messages at the same time do not wait for each other or fail.',
    async run(examination) {
      const probes = Array.from({ length: atOnce }, (_, index) =>
        examination.plain(`Message ${index + 1} of ${atOnce} at once`),
      );
      const exchanges = await Promise.all(probes.map((probe) => examination.send(probe)));
      return checkAccepted(examination, exchanges, 'It refuses messages at the same time');
    },
  },
];

/** Makes a message of almost `bytes` with a list of checks: members that the interface names, so that only the size is unusual. */
function withChecks(content: MessageContent, bytes: number): MessageContent {
  const check =
    '{"name":"CONSISTENCY_CHECK","result":"ACCEPTED","details":{"field":"PERSON_IDS_NATIONAL_ID"}}';
  const freeBytes = bytes - callbackBody(content).byteLength;
  const checks = Array.from({ length: Math.max(0, Math.floor(freeBytes / (check.length + 1))) }, () => check);
  return { ...content, payload: content.payload.replace('"checks":[]', `"checks":[${checks.join(',')}]`) };
}
