import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { DatabaseTarget } from '../db/target.ts';

/** What the process that makes the demo is told; the rest it reads from its environment. */
export interface DemoOrder {
  readonly target: DatabaseTarget;
  /** An instant. */
  readonly now: string;
  readonly passwordHash: string;
}

/** Why the demo could not be made; null: it was. */
export interface DemoReport {
  readonly failed: { readonly message: string; readonly code: string } | null;
}

/** The argument by which a built server makes the demo instead of serving. */
export const DEMO_ARGUMENT = 'make-demo';

/**
 * Makes the demo in a process of its own, which takes its 300 MiB with it; the payment sandbox works beside it in this
 * one. Throws what failed there.
 */
export async function makeDemoApart(order: DemoOrder): Promise<void> {
  // Written so that a build does not replace it: where this code runs, not its source.
  const here = import.meta['url'];
  const child = here.endsWith('.mjs')
    ? fork(new URL('main.mjs', here), [DEMO_ARGUMENT])
    : fork(new URL('demo-process.ts', here));
  const report = new Promise<DemoReport>((resolve) => {
    child.once('message', (message: DemoReport) => resolve(message));
    child.once('error', ({ message }) => resolve({ failed: { message, code: '' } }));
    child.once('exit', () => resolve({ failed: { message: 'its process ended', code: '' } }));
  });
  const exited = once(child, 'exit');
  child.send(order);
  const { failed } = await report;
  if (child.connected) child.disconnect();
  await exited;
  if (failed !== null)
    throw Object.assign(new Error(`The demo studio could not be made: ${failed.message}`), {
      code: failed.code,
    });
}
