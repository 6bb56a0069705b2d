/** Pieces handed from one who pushes to one who reads, one at a time: nothing is kept between them. */
export interface Channel {
  /** Resolves once the reader is done with the piece. One at a time. Rejects when the channel has failed. */
  push(piece: Uint8Array): Promise<void>;
  end(): void;
  /** Ends it with an error for both sides. */
  fail(error: Error): void;
  /** To be read once. */
  pieces(): AsyncGenerator<Uint8Array, void, void>;
}

interface Offer {
  piece: Uint8Array;
  done(): void;
  refused(error: Error): void;
}

export function createChannel(): Channel {
  const offers: Offer[] = [];
  let ended = false;
  let failure: Error | undefined;
  let wake = () => {};
  return {
    push: (piece) =>
      new Promise((done, refused) => {
        if (failure) {
          return refused(failure);
        }
        offers.push({ piece, done, refused });
        wake();
      }),
    end() {
      ended = true;
      wake();
    },
    fail(error) {
      failure = error;
      for (const { refused } of offers.splice(0)) {
        refused(error);
      }
      wake();
    },
    async *pieces() {
      for (;;) {
        if (failure) {
          throw failure;
        }
        const offer = offers[0];
        if (offer) {
          yield offer.piece;
          // It is read again only once it is done with.
          if (offers[0] === offer) {
            offers.shift();
          }
          offer.done();
        } else if (ended) {
          return;
        } else {
          await new Promise<void>((resolve) => (wake = resolve));
        }
      }
    },
  };
}
