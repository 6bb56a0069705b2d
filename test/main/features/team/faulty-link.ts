import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The way from a console to the database, which a test cuts. */
export interface FaultyLink {
  port: number;
  /** Ends every connection and refuses new ones, until `mend`. */
  cut(): void;
  /** Passes on what is sent next and ends the connection before the reply, once. */
  loseNextReply(): void;
  mend(): void;
  /** Ends the connection after so many messages about the next batch, of both sides. Returns whether it needed no more. */
  cutAfter(messages: number): () => boolean;
  /** Passes everything on later from now on. */
  delay(ms: number): void;
  /** Leads to another server from now on. */
  leadTo(port: number): void;
  close(): Promise<void>;
}

export async function openFaultyLink(first: number): Promise<FaultyLink> {
  let target = first;
  const open = new Set<Socket>();
  let isCut = false;
  let isLosing = false;
  let delayMs = 0;
  let limit: { messages: number; passed: number; isWhole: boolean } | undefined;
  const end = () => {
    for (const socket of open) {
      socket.destroy();
    }
  };
  const server = createServer((client) => {
    if (isCut) {
      client.destroy();
      return;
    }
    const database = connect(target, '127.0.0.1');
    for (const socket of [client, database]) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        client.destroy();
        database.destroy();
      });
    }
    let isCounting = false;
    const pass = (from: Socket, to: Socket) => {
      let rest = Buffer.alloc(0);
      from.on('data', (bytes) => {
        // An appended batch, as the console asks for it.
        const isAppend = from === client && bytes.includes('assay_team.append');
        isCounting ||= isAppend && limit !== undefined;
        if (limit === undefined || !isCounting) {
          if (isAppend && isLosing) {
            isLosing = false;
            database.prependOnceListener('data', () => client.destroy());
          }
          if (delayMs > 0) {
            setTimeout(() => to.write(bytes), delayMs);
          } else {
            to.write(bytes);
          }
          return;
        }
        // A message is its kind in one byte and its length in four.
        for (rest = Buffer.concat([rest, bytes]); rest.length >= 5; ) {
          const length = 1 + rest.readUInt32BE(1);
          if (rest.length < length) {
            return;
          }
          if (limit.passed === limit.messages) {
            limit = undefined;
            client.destroy();
            return;
          }
          to.write(rest.subarray(0, length));
          limit.passed += 1;
          const isReady = from === database && rest[0] === 'Z'.charCodeAt(0);
          rest = rest.subarray(length);
          if (isReady) {
            limit.isWhole = true;
            limit = undefined;
            to.write(rest);
            return;
          }
        }
      });
    };
    pass(client, database);
    pass(database, client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true;
      end();
    },
    loseNextReply() {
      isLosing = true;
    },
    cutAfter(messages) {
      const counted = { messages, passed: 0, isWhole: false };
      limit = counted;
      return () => counted.isWhole;
    },
    delay(ms) {
      delayMs = ms;
    },
    mend() {
      delayMs = 0;
      limit = undefined;
      isCut = false;
      isLosing = false;
    },
    leadTo(port) {
      target = port;
      end();
    },
    close() {
      end();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
