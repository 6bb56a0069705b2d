import { EventEmitter } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { ClientRequestConstructorOptions, Session } from 'electron';
import type { DoubleSession } from './session.ts';
import { strict } from './strict.ts';

/**
 * `net.request` over plain HTTP: it passes the `webRequest` of its session first (spec/api-net-session-spec.ts, "Requests should be
 * intercepted by webRequest module").
 */
export function doubleNet(sessionOf: (api: Session) => DoubleSession | undefined): object {
  return strict('net', {
    request: (options: ClientRequestConstructorOptions) =>
      new DoubleRequest(options, options.session && sessionOf(options.session)),
  });
}

class DoubleRequest extends EventEmitter {
  readonly #options: ClientRequestConstructorOptions;
  readonly #session: DoubleSession | undefined;

  constructor(options: ClientRequestConstructorOptions, session: DoubleSession | undefined) {
    super();
    this.#options = options;
    this.#session = session;
  }

  abort(): void {
    this.emit('abort');
  }

  end(): void {
    void this.#send();
  }

  async #send(): Promise<void> {
    const { protocol, hostname, port, path } = this.#options;
    const address = `${protocol}//${hostname}${port ? `:${port}` : ''}${path}`;
    if (!this.#session || !(await this.#session.lets(address))) {
      this.emit('error', new Error('net::ERR_BLOCKED_BY_CLIENT'));
      return;
    }
    const sent = httpRequest(address, (response: IncomingMessage) => this.emit('response', response));
    sent.on('error', (error) => this.emit('error', error));
    sent.end();
  }
}
