import { readFileSync } from 'node:fs';
import { startControlledSandbox } from '../../main/sandbox/controlled.ts';

/** A service to check against the interface document. */
export interface Target {
  baseUrl: string;
  tokenUrl: string;
  apiKey: { login: string; password: string };
  mediaType: string;
  /** Without it callback signatures are not checked. */
  signingKey?: string;
  /** Without it nothing is checked that needs a user, a callback or a clock. */
  controlUrl?: string;
  /** Strategies that are forbidden to the account, and whose plan is exhausted. */
  forbiddenStrategy?: string;
  exhaustedStrategy?: string;
}

/** The suite's target: chosen before the tests are collected, opened before they run. */
export interface TargetChoice {
  name: string;
  has: {
    control: boolean;
    signingKey: boolean;
    refusedStrategies: boolean;
  };
  open(): Promise<{ target: Target; close(): Promise<void> }>;
}

const prefix = 'ASSAY_CONFORMANCE_';

/**
 * The target from ASSAY_CONFORMANCE_BASE_URL, _LOGIN and _PASSWORD_FILE (and optionally _TOKEN_URL, _VENDOR, _SIGNING_KEY_FILE,
 * _CONTROL_URL, _FORBIDDEN_STRATEGY, _EXHAUSTED_STRATEGY); a new sandbox without a base URL.
 */
export function chooseTarget(environment: Readonly<Record<string, string | undefined>>): TargetChoice {
  const given = (name: string) => environment[prefix + name];
  const baseUrl = given('BASE_URL')?.replace(/\/$/, '');
  if (baseUrl === undefined) {
    return sandboxChoice();
  }
  const secret = (name: string) => {
    const file = given(name);
    return file === undefined ? undefined : readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  };
  const login = given('LOGIN');
  const password = secret('PASSWORD_FILE');
  if (login === undefined || password === undefined) {
    throw new Error(`${prefix}BASE_URL needs ${prefix}LOGIN and ${prefix}PASSWORD_FILE beside it`);
  }
  const optional = Object.fromEntries(
    Object.entries({
      signingKey: secret('SIGNING_KEY_FILE'),
      controlUrl: given('CONTROL_URL'),
      forbiddenStrategy: given('FORBIDDEN_STRATEGY'),
      exhaustedStrategy: given('EXHAUSTED_STRATEGY'),
    }).filter(([, value]) => value !== undefined),
  );
  const target: Target = {
    baseUrl,
    tokenUrl: given('TOKEN_URL') ?? `${baseUrl}/api/oauth2/token`,
    apiKey: { login, password },
    mediaType: `application/vnd.${given('VENDOR') ?? 'service'}.v1.1+json`,
    ...optional,
  };
  return {
    name: baseUrl,
    has: {
      control: target.controlUrl !== undefined,
      signingKey: target.signingKey !== undefined,
      refusedStrategies: target.forbiddenStrategy !== undefined && target.exhaustedStrategy !== undefined,
    },
    open: async () => ({ target, close: async () => undefined }),
  };
}

function sandboxChoice(): TargetChoice {
  return {
    name: 'the sandbox',
    has: { control: true, signingKey: true, refusedStrategies: true },
    async open() {
      const sandbox = await startControlledSandbox();
      const strategies = { forbiddenStrategy: 'sandbox:forbidden', exhaustedStrategy: 'sandbox:exhausted' };
      const mediaType = 'application/vnd.service.v1.1+json';
      return { target: { ...sandbox, ...strategies, mediaType }, close: () => sandbox.close() };
    },
  };
}
