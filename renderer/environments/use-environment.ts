import type { EnvironmentView } from '../../preload/contract/environments.ts';
import type { OperationInput, OperationName, OperationOutput } from '../../preload/contract/operations.ts';
import {
  type ActionOptions,
  type BridgeAction,
  type BridgeQuery,
  type QueryOptions,
  type Rest,
  useBridgeAction,
  useBridgeQuery,
} from '../bridge/use-bridge.tsx';
import { requiredContext } from '../ui/required-context.ts';

/**
 * The environment that a part of the window shows: the selected one on pages, the one whose settings are open, and the one of
 * a message that is checked. Components that show several take them as parameters.
 */
export const [EnvironmentProvider, useEnvironment] = requiredContext<EnvironmentView>('EnvironmentProvider');

/** The operations that belong to an environment. */
type EnvironmentOperation = {
  [N in OperationName]: OperationInput<N> extends { environmentId: string } ? N : never;
}[OperationName];

interface Of {
  environmentId: string;
}

/** Reads from main as `useBridgeQuery` does, in the environment that is shown. */
export function useEnvironmentQuery<N extends EnvironmentOperation, T = OperationOutput<N>, Selected = T>(
  operation: N,
  input: Rest<OperationInput<N>, Of> | undefined,
  options?: QueryOptions<N, T, Selected>,
): BridgeQuery<Selected> {
  const { id: environmentId } = useEnvironment();
  return useBridgeQuery(operation, input && ({ ...input, environmentId } as OperationInput<N>), options);
}

/** Does something in main as `useBridgeAction` does, in the environment that is shown. */
export function useEnvironmentAction<
  N extends EnvironmentOperation,
  const Given extends Partial<Rest<OperationInput<N>, Of>> = Record<never, never>,
  Asked = Rest<OperationInput<N>, Given & Of>,
>(operation: N, given?: Given, options?: ActionOptions<N, Asked>): BridgeAction<N, Given & Of, Asked> {
  const { id: environmentId } = useEnvironment();
  return useBridgeAction(
    operation,
    { ...given, environmentId } as Given & Of & Partial<OperationInput<N>>,
    options,
  );
}
