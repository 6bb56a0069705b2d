import type { SandboxCommand } from '../../../preload/contract/sandbox.ts';

type Fault = SandboxCommand & { kind: 'fault' };

export const endingLabels: Readonly<Record<(SandboxCommand & { kind: 'finish' })['ending'], string>> = {
  well: 'Finish',
  part: 'Finish partially',
  failed: 'Fail',
  hit: 'Finish with a PEP hit',
  canceled: 'Cancel',
};

export const faultLabels: Readonly<Record<Fault['fault'], string>> = {
  unavailable: 'Unavailable (503, Retry-After 2 s)',
  error: 'Server error (500)',
  'gateway-page': 'HTML page of a gateway (502)',
  slow: 'Response after 8 s',
  cut: 'Response cut in half',
  reset: 'Connection reset',
  malformed: 'Response that is not JSON',
  forbidden: 'Forbidden (403)',
  payment: 'Plan exhausted (402)',
  gone: 'Gone (410)',
};

export const targetLabels: Readonly<Record<Fault['target'], string>> = {
  any: 'Any request',
  conversation: 'Reading a conversation',
  files: 'Files',
  deletion: 'Expiring or deleting',
  token: 'Getting a token',
};

export const eventLabels: Readonly<Record<(SandboxCommand & { kind: 'callback' })['event'], string>> = {
  FINISHED: 'Conversation finished',
  EXPIRED: 'Conversation expired',
  NEW_DATA: 'New AML data',
};
