import { expect, test } from 'vitest';
import {
  type AddressError,
  addressForEvent,
  receiverAddress,
} from '../../../../main/examine/receiver/address.ts';

const resolvesTo = (...addresses: string[]) => ({
  allowPublic: false,
  lookup: async () => addresses.map((address) => ({ address })),
});

test.each([
  ['http://127.0.0.1:8080/callbacks', '127.0.0.1'],
  ['http://127.9.9.9/', '127.9.9.9'],
  ['http://[::1]:8080/', '::1'],
  ['http://10.1.2.3/', '10.1.2.3'],
  ['http://172.31.255.255/', '172.31.255.255'],
  ['https://192.168.1.1/', '192.168.1.1'],
  ['http://[fd12::1]/', 'fd12::1'],
  ['http://[::ffff:127.0.0.1]/', '::ffff:7f00:1'],
  ['http://0x7f000001/', '127.0.0.1'],
  ['http://0177.0.0.1/', '127.0.0.1'],
  ['http://2130706433/', '127.0.0.1'],
  ['http://127.1/', '127.0.0.1'],
])('%s is on this computer or in a private network', async (url, ip) => {
  expect(await receiverAddress(url, { allowPublic: false })).toEqual({ url, ip });
});

test.each([
  'http://8.8.8.8/',
  'http://172.32.0.1/',
  'http://169.254.169.254/latest/meta-data',
  'http://0.0.0.0/',
  'http://[2001:db8::1]/',
  'http://[::ffff:8.8.8.8]/',
  'http://[fe80::1]/',
  // Clouds serve machine credentials at these addresses, in every form.
  'http://[fd00:ec2::254]/',
  'http://[fd20:ce::254]/',
  'http://0xa9fea9fe/',
  'http://0251.0376.0251.0376/',
  'http://2852039166/',
  'http://[::ffff:169.254.169.254]/',
  // Translated to an IPv4 address on the way: NAT64, 6to4, and the old form.
  'http://[64:ff9b::127.0.0.1]/',
  'http://[64:ff9b::a9fe:a9fe]/',
  'http://[2002:7f00:1::]/',
  'http://[::127.0.0.1]/',
])('%s is refused unless public addresses are permitted', async (url) => {
  await expect(receiverAddress(url, { allowPublic: false })).rejects.toMatchObject({ problem: 'public' });
  expect(await receiverAddress(url, { allowPublic: true })).toMatchObject({ url });
});

test('a name with one public address is refused, since the connection could go there', async () => {
  const options = resolvesTo('127.0.0.1', '8.8.8.8');
  await expect(receiverAddress('http://receiver.example/', options)).rejects.toMatchObject({
    problem: 'public',
  });
  expect(await receiverAddress('http://receiver.example/', resolvesTo('10.0.0.1', '10.0.0.2'))).toEqual({
    url: 'http://receiver.example/',
    ip: '10.0.0.1',
  });
});

test('the refusal of an address of a cloud’s credentials says so', async () => {
  await expect(receiverAddress('http://[fd00:ec2::254]/', { allowPublic: false })).rejects.toThrow(
    'fd00:ec2::254 is an address where cloud providers serve machine credentials.',
  );
  await expect(receiverAddress('http://metadata.example/', resolvesTo('169.254.169.254'))).rejects.toThrow(
    'metadata.example (169.254.169.254) is an address where cloud providers serve',
  );
});

test.each([
  'http://{conversationId}/',
  'http://{target}.example/',
  'http://127.0.0.1{event}/',
  'http://[::{conversationId}]/',
  'http://127.0.0.1:{conversationId}/',
  '{target}://127.0.0.1/',
])('a placeholder that decides where a message goes is refused: %s', async (url) => {
  await expect(
    receiverAddress(url, { allowPublic: true, lookup: resolvesTo('127.0.0.1').lookup }),
  ).rejects.toMatchObject({ problem: expect.stringMatching(/^(placeholder|not-an-address|scheme)$/) });
});

test.each([
  ['receiver', 'not-an-address'],
  [`http://127.0.0.1/${'x'.repeat(2048)}`, 'not-an-address'],
  ['ftp://127.0.0.1/', 'scheme'],
  ['http://user:secret@127.0.0.1/', 'credentials'],
  ['http://{target}@127.0.0.1/', 'credentials'],
] satisfies [string, AddressError['problem']][])('%s is refused: %s', async (url, problem) => {
  await expect(receiverAddress(url, { allowPublic: true })).rejects.toMatchObject({ problem });
});

test('a name without an address is refused', async () => {
  await expect(receiverAddress('http://receiver.example/', resolvesTo())).rejects.toMatchObject({
    problem: 'name-not-found',
  });
});

test('placeholders are replaced for each event, also in the address that is checked', async () => {
  const { url } = await receiverAddress('http://127.0.0.1/{target}/{event}?c={conversationId}', {
    allowPublic: false,
  });
  expect(
    addressForEvent(url, { conversationId: 'a b', target: 'CONVERSATION', event: 'FINISHED' }).href,
  ).toBe('http://127.0.0.1/CONVERSATION/FINISHED?c=a%20b');
});
