/**
 * A connection that did not come about. It stands in for the error of the socket, for two reasons: it says at which stage it
 * stopped, and the network library gives some socket errors of its own a meaning ("try again for ever") they must not have here.
 */
export class ConnectFault extends Error {
  /** `proxy`: on the way to the proxy. `tunnel`: the proxy said no. `peer`: on the way to the one spoken to. */
  readonly stage: 'proxy' | 'tunnel' | 'peer';
  /** The socket's own error, unless the proxy said no. */
  readonly socketError: Error | undefined;
  /** What the proxy answered to CONNECT. */
  readonly proxyStatus: number | undefined;
  /** The ways to log in that the proxy offers. */
  readonly loginSchemes: string;

  constructor(
    stage: 'proxy' | 'tunnel' | 'peer',
    what: { socketError?: Error; proxyStatus?: number; loginSchemes?: string },
  ) {
    super(`No connection (${stage})`);
    this.name = 'ConnectFault';
    this.stage = stage;
    this.socketError = what.socketError;
    this.proxyStatus = what.proxyStatus;
    this.loginSchemes = what.loginSchemes ?? '';
  }
}
