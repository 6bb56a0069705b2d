/** Passes chunks from a producer to a consumer one at a time, without a buffer. */
export type Channel = ReturnType<typeof createChannel>;

interface Offer {
  piece: Uint8Array;
  done(): void;
  refused(error: Error): void;
}

export function createChannel() {
  const offers: Offer[] = [];
  let ended = false;
  let failure: Error | undefined;
  let wake = () => {};
  return {
    /** Resolves when the consumer has used the chunk. One call at a time. Rejects when the channel has failed. */
    push: (piece: Uint8Array): Promise<void> =>
      new Promise((done, refused) => {
        if (failure) {
          return refused(failure);
        }
        offers.push({ piece, done, refused });
        wake();
      }),
    end(): void {
      ended = true;
      wake();
    },
    /** Ends the channel with an error for both sides. */
    fail(error: Error): void {
      failure = error;
      for (const { refused } of offers.splice(0)) {
        refused(error);
      }
      wake();
    },
    /** May be iterated once. */
    async *pieces(): AsyncGenerator<Uint8Array, void, void> {
      for (;;) {
        if (failure) {
          throw failure;
        }
        const offer = offers[0];
        if (offer) {
          yield offer.piece;
          // Requested again only after it was used.
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
