import { verifyReceiptCommand } from '../../main/features/records/receipts/verify-command.ts';

/** Runs `assay verify-receipt` in this process. receipts.test.ts runs it from the command line. */
export function verifyReceipt(...argv: string[]): { status: number; output: string } {
  let output = '';
  const stream = {
    write(text: string) {
      output += text;
    },
  };
  return { status: verifyReceiptCommand(argv, { stdout: stream, stderr: stream }), output };
}
