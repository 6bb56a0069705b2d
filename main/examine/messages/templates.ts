import type { CallbackEvent } from './events.ts';

/** An invented conversation to send a callback about. */
export interface MessageTemplate extends CallbackEvent {
  /** kebab-case */
  id: string;
  title: string;
  /** JSON text of `payload`, for a conversation with this id. The people are invented. */
  payload(conversationId: string): string;
}

type Members = Record<string, unknown>;

/** `status` is the conversation's; `products` the members of its result (interface 2.2). */
function payloadOf(status: string, result: Members) {
  return (id: string): string =>
    JSON.stringify({
      conversation: {
        id,
        userKey: 'test-user-1',
        url: `https://verification.example/c/${id}`,
        status,
        result,
        info: [{ country: 'PL', method: 'DOCUMENT_SCAN' }],
      },
    });
}

const ada = {
  person: { name: { firstName: 'Ada', lastName: 'Example' }, info: { birthDate: '1990-04-12' } },
};
const identity = { status: 'FINISHED', user: ada, errors: [], checks: [] };
const failedIdentity = { status: 'FAILED', user: {}, errors: ['SCAN_DOCUMENT_NOT_DETECTED'], checks: [] };
const aml = (lists: string[]) => ({
  status: 'FINISHED',
  found: lists,
  subscription: { active: true, lastChanged: '2026-01-15T08:30:00Z' },
});

const finishEvent = { target: 'CONVERSATION', event: 'FINISHED' };
const expiryEvent = { target: 'CONVERSATION', event: 'EXPIRED' };
const newData = { target: 'SUBSCRIPTION', event: 'NEW_DATA' };

/** Letters that a receiver changes when it reads the body as anything but UTF-8, or parses and writes it again. */
const awkwardName = {
  firstName: 'Zażółć 李小龍 😀 שלום',
  lastName: 'e\u0301\u200d\u2028\u2029\u0000\u007f ½',
  middleName: '"\\/\b\f\n\r\t<&>\u00a0',
};

/** Messages of every target and event of interface 6.2, and others that a receiver must accept too. */
export const messageTemplates: readonly MessageTemplate[] = [
  {
    ...finishEvent,
    id: 'finished',
    title: 'Finished: identity confirmed',
    payload: payloadOf('FINISHED', { identity }),
  },
  {
    ...finishEvent,
    id: 'finished-failed',
    title: 'Finished: identity failed',
    payload: payloadOf('FINISHED', { identity: failedIdentity }),
  },
  {
    ...finishEvent,
    id: 'finished-aml',
    title: 'Finished: found on an AML list',
    payload: payloadOf('FINISHED', { identity, aml: aml(['PEP']) }),
  },
  {
    ...finishEvent,
    id: 'first-of-two',
    title: 'First of two: user data is there, transactions are not',
    payload: payloadOf('IN_PROGRESS', { identity, bankTransactions: { status: 'IN_PROGRESS' } }),
  },
  {
    ...finishEvent,
    id: 'second-of-two',
    title: 'Second of two: transactions are there',
    payload: payloadOf('FINISHED', { identity, bankTransactions: { status: 'FINISHED' } }),
  },
  {
    ...expiryEvent,
    id: 'expired',
    title: 'Expired',
    payload: payloadOf('EXPIRED', { identity: { status: 'IN_PROGRESS', user: {}, errors: [], checks: [] } }),
  },
  {
    ...newData,
    id: 'new-data',
    title: 'Monitoring: new data on AML lists',
    payload: payloadOf('FINISHED', { identity, aml: aml(['PEP', 'SANCTIONS']) }),
  },
  {
    ...finishEvent,
    id: 'awkward-text',
    title: 'Finished: letters and numbers that parsers change',
    payload: (id) =>
      // JSON.stringify cannot write these numbers.
      payloadOf('FINISHED', {
        identity: { ...identity, user: { person: { name: awkwardName } } },
        verify: { status: 'FINISHED', reliability: 0, details: [] },
      })(id).replace('"reliability":0', '"reliability":1.0,"exponent":1E2,"large":12345678901234567890'),
  },
  {
    target: 'CONVERSATION',
    event: 'ARCHIVED',
    id: 'unknown-event',
    title: 'Unknown event',
    payload: payloadOf('FINISHED', { identity }),
  },
  {
    target: 'INVOICE',
    event: 'CREATED',
    id: 'unknown-target',
    title: 'Unknown target, without a conversation',
    payload: () => JSON.stringify({ invoice: { number: 'INV-1' } }),
  },
];
