import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'vitest';
import type { TestApp } from '../api/app.ts';
import { childEnv } from '../api/child.ts';
import type { TestPerson } from '../api/people.ts';
import { startDeadlyProxy } from './deadly-proxy.ts';

/** A provider's call: its method and path. */
export type CalledAt = readonly [method: string, path: RegExp];

/** Makes a call in a server that is killed when the provider has done something, before it has answered. */
export async function pressAndKill(
  { url, clock }: TestApp,
  provider: string,
  { person, verb, body }: { readonly person: TestPerson; readonly verb: string; readonly body: object },
  [method, path]: CalledAt,
): Promise<void> {
  let child: ChildProcess | null = null;
  const isDeadly = (called: string, at: string) => called === method && path.test(at);
  const proxy = await startDeadlyProxy(provider, isDeadly, () => child?.kill('SIGKILL'));
  const about = [person.id, clock.now().toString(), verb, JSON.stringify(body)];
  child = spawn(process.execPath, ['test/rooms/verb-process.ts', url, String(proxy.port), ...about], {
    env: childEnv({}),
    stdio: 'inherit',
  });
  const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  proxy.close();
  expect(signal).toBe('SIGKILL');
}
