import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The way from a console to the database, which a test cuts. */
export interface FaultyLink {
  port: number;
  /** Ends every connection and refuses new ones, until `mend`. */
  cut(): void;
  /** Passes on what is sent next and ends the connection before the reply, once. */
  loseNextReply(): void;
  mend(): void;
  /** Leads to another server from now on. */
  leadTo(port: number): void;
  close(): Promise<void>;
}

export async function openFaultyLink(first: number): Promise<FaultyLink> {
  let target = first;
  const open = new Set<Socket>();
  let isCut = false;
  let isLosing = false;
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
    client.on('data', (bytes) => {
      // An appended batch, as the console asks for it.
      const isAppend = isLosing && bytes.includes('assay_team.append');
      database.write(bytes);
      if (isAppend) {
        isLosing = false;
        database.once('data', () => client.destroy());
        return;
      }
    });
    database.on('data', (bytes) => client.write(bytes));
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
    mend() {
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
