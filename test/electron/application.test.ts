import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ElectronConsole, startElectronConsole } from './double/start-console.ts';

describe('the console under Electron', () => {
  let assay: ElectronConsole;
  beforeAll(async () => {
    assay = await startElectronConsole();
  });
  afterAll(() => assay.close());

  it('answers an operation through preload, IPC and dispatch', async () => {
    const answer = await assay.invoke('1', 'application.info', {});
    expect(answer).toMatchObject({ ok: true, value: { capabilities: { saveDialog: true } } });
  });
});
