import type { ApprovalPort } from '../../../../main/features/deletion/runs/deps.ts';

const none = async () => {
  throw new Error('There is no team.');
};

/** No policy asks for a second person, and there is no team. */
export const noApprovals: ApprovalPort = {
  isNeeded: () => false,
  nameOf: (environmentId) => environmentId,
  open: none,
  propose: none,
  approve: none,
  reject: none,
  claim: none,
  forgetClaim: () => undefined,
};
