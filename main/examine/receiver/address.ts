import { lookup as systemLookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

/** A receiver to which messages are sent: its URL and the IP address its name had when it was checked. */
export interface ReceiverAddress {
  /** May contain the placeholders {conversationId}, {target} and {event} (interface 2.1). */
  url: string;
  /** Every connection goes to this address, whatever the name resolves to later. */
  ip: string;
}

/** `public`: neither loopback nor private, and that was not permitted. */
export type AddressProblem =
  | 'not-an-address'
  | 'scheme'
  | 'credentials'
  | 'placeholder'
  | 'name-not-found'
  | 'public';

/** An address that is not used, with a sentence for people. */
export class AddressError extends Error {
  readonly problem: AddressProblem;

  constructor(problem: AddressProblem, message: string) {
    super(message);
    this.name = 'AddressError';
    this.problem = problem;
  }
}

/** Resolves a name to all its IP addresses. */
export type LookupAll = (hostname: string) => Promise<readonly { address: string }[]>;

const maxLength = 2048;
const placeholder = /\{(conversationId|target|event)\}/g;

/**
 * Checks and resolves the address of a receiver. All IP addresses of the name must be loopback or private, except with `allowPublic`.
 *
 * @throws AddressError
 */
export async function receiverAddress(
  text: string,
  options: { allowPublic: boolean; lookup?: LookupAll },
): Promise<ReceiverAddress> {
  const url = text.length > maxLength ? null : URL.parse(text.replace(placeholder, 'x'));
  if (url === null) {
    throw new AddressError('not-an-address', 'Enter an address such as http://127.0.0.1:8080/callbacks.');
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new AddressError('scheme', 'The address must begin with http:// or https://.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new AddressError('credentials', 'The address must not contain a user name or password.');
  }
  // Two values show whether a placeholder decides the destination, of which only one would then have been checked.
  if (URL.parse(text.replace(placeholder, '1'))?.origin !== url.origin) {
    throw new AddressError(
      'placeholder',
      'Placeholders are allowed only in the path and the query: in the host name or the port they could send messages elsewhere.',
    );
  }
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = await addressesOf(
    hostname,
    options.lookup ?? ((name) => systemLookup(name, { all: true })),
  );
  const [first] = addresses;
  if (first === undefined) {
    throw new AddressError('name-not-found', `No address was found for the name ${hostname}.`);
  }
  const publicAddress = options.allowPublic ? undefined : addresses.find((address) => !isNearby(address));
  if (publicAddress !== undefined) {
    throw new AddressError(
      'public',
      `${hostname === publicAddress ? hostname : `${hostname} (${publicAddress})`} ${
        servesClouds(publicAddress)
          ? 'is an address where cloud providers serve machine credentials.'
          : 'is neither on this computer nor in a private network.'
      }`,
    );
  }
  return { url: text, ip: first };
}

/** Returns the address for one event: placeholders replaced and encoded (interface 2.1). */
export function addressForEvent(
  address: string,
  values: { conversationId: string; target: string; event: string },
): URL {
  return new URL(
    address.replace(placeholder, (_whole, name: keyof typeof values) => encodeURIComponent(values[name])),
  );
}

async function addressesOf(hostname: string, lookup: LookupAll): Promise<string[]> {
  if (isIP(hostname) !== 0) {
    return [hostname];
  }
  try {
    return (await lookup(hostname)).map(({ address }) => address);
  } catch {
    return [];
  }
}

/** Loopback and private networks. Link-local addresses are left out: clouds serve machine credentials there. */
const nearby = new BlockList();
nearby.addSubnet('127.0.0.0', 8, 'ipv4');
nearby.addSubnet('10.0.0.0', 8, 'ipv4');
nearby.addSubnet('172.16.0.0', 12, 'ipv4');
nearby.addSubnet('192.168.0.0', 16, 'ipv4');
nearby.addAddress('::1', 'ipv6');
nearby.addSubnet('fc00::', 7, 'ipv6');

/** Addresses where clouds serve machine credentials; those of IPv6 are within the private range. */
const clouds = new BlockList();
clouds.addSubnet('169.254.0.0', 16, 'ipv4');
clouds.addSubnet('fd00:ec2::', 32, 'ipv6');
clouds.addAddress('fd20:ce::254', 'ipv6');

/** Also for IPv4 addresses in IPv6 form. */
function isNearby(ip: string): boolean {
  return isIn(nearby, ip) && !servesClouds(ip);
}

function servesClouds(ip: string): boolean {
  return isIn(clouds, ip);
}

function isIn(list: BlockList, ip: string): boolean {
  return list.check(ip, isIP(ip) === 6 ? 'ipv6' : 'ipv4');
}
