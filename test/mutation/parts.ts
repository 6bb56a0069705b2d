/** One run of the mutation tests: the mutated files, and the tests that must notice. */
export interface MutationPart {
  mutate: string[];
  tests: string[];
}

/** The dangerous parts. A mutant runs only the tests named here that reach it, so that a run stays bounded. */
export const parts: Record<string, MutationPart> = {
  deletion: {
    // The files that decide to where a DELETE is sent and what its response proves.
    mutate: ['main/features/deletion/{answer,failures,rules}.ts'],
    tests: ['test/main/features/deletion/{failures,rules}.test.ts'],
  },
  'deletion-former': {
    // The record that is taken over from a former version.
    mutate: ['main/features/deletion/former-file.ts'],
    tests: ['test/main/features/deletion/former-{file,record}.test.ts'],
  },
  'deletion-runs': {
    // The files that decide if a call of a run is sent, what its response means and how an item ends: the confirmation, the intent, the call, the states.
    // Reads and the run itself are in deletion-outcomes; the other files of the runs store or show.
    mutate: [
      'main/features/deletion/runs/running/{call-sender,states}.ts',
      'main/features/deletion/runs/start-confirmation.ts',
    ],
    tests: [
      'test/main/features/deletion/runs/{call-not-accepted,call-sender,item-progress,states,start-confirmation,read-before-call,unreadable-before-call}.test.ts',
    ],
  },
  'deletion-rate': {
    // When a call of a run may begin, and what makes a run wait or pause. On its own, since most of its changes make every other test wait until it is stopped.
    mutate: ['main/features/deletion/runs/running/call-slots.ts', 'main/service/run-pauses.ts'],
    tests: ['test/main/features/deletion/runs/{call-slots,pauses-and-jobs}.test.ts'],
  },
  'deletion-outcomes': {
    // The order of the items of a run, what the reads before and after a call prove, and when a run pauses, goes on or is done.
    // With their direct tests only, so that a run stays short.
    mutate: ['main/features/deletion/runs/running/{item-queues,reads,run}.ts'],
    tests: [
      'test/main/features/deletion/runs/{claims,item-queues,read-after-call,read-before-call,run,run-ending,run-failures,unreadable-before-call}.test.ts',
    ],
  },
  authentication: {
    mutate: ['main/service/authentication/*.ts'],
    tests: [
      'test/main/service/{authentication,single-flight,token}.test.ts',
      'test/main/service/secrets.test.ts',
      'test/main/service/before-send.test.ts',
    ],
  },
  credentials: {
    mutate: [
      'main/features/environments/{secret-encoding,secret-mixup,secret-reading,secret-saving,session-secrets}.ts',
    ],
    // The other tests of this folder start a keyring each, which takes minutes for a file of mutants.
    tests: [
      'test/main/features/environments/{secret-encoding,secret-mixup,secret-reading,secret-saving,session-secrets}.test.ts',
    ],
  },
  signatures: {
    // With their direct tests only: those that search for every cause take seconds for a mutant.
    mutate: [
      'main/features/signatures/engine/{hmac,lack,message,signature,time,verify-callback}.ts',
      'main/features/signatures/session-checks.ts',
      'main/features/signatures/engine/changes/body-wrapping.ts',
    ],
    tests: ['test/main/features/signatures/{body-wrapping,handlers,message,verify-callback}.test.ts'],
  },
  navigation: {
    mutate: ['renderer/navigation.ts'],
    tests: ['test/renderer/shell/{navigation,routes}.test.ts'],
  },
  masking: {
    mutate: [
      'main/common/redaction.ts',
      'main/features/application/redact.ts',
      'preload/wording/mask-shape.ts',
      'renderer/ui/mask-store.ts',
    ],
    tests: [
      'test/main/common/redaction{,-limits}.test.ts',
      'test/main/features/application/redact.test.ts',
      'test/electron/log-file.test.ts',
      'test/main/service/secrets.test.ts',
      'test/renderer/ui/mask-*.test.ts',
    ],
  },
};
