import { describe } from 'vitest';
import { authenticationRules } from './authentication.ts';
import { callbackRules } from './callbacks.ts';
import { creationRules } from './creation.ts';
import { deletionRules } from './deletion.ts';
import { headlessRules } from './headless.ts';
import { mediaRules } from './media.ts';
import { readingRules } from './reading.ts';
import { suiteFor } from './suite.ts';
import { chooseTarget } from './target.ts';

const choice = chooseTarget(process.env);

describe(`The interface document, kept by ${choice.name}`, () => {
  const suite = suiteFor(choice);
  creationRules(suite);
  readingRules(suite);
  deletionRules(suite);
  mediaRules(suite);
  headlessRules(suite);
  authenticationRules(suite);
  callbackRules(suite);
});
