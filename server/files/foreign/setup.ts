import type { TestProject } from 'vitest/node';
import { hasSwift, startSwift, SWIFT_PACKAGES, type ForeignS3 } from './swift.ts';

declare module 'vitest' {
  interface ProvidedContext {
    foreignS3: Omit<ForeignS3, 'stop'>;
  }
}

/** Once per run: the foreign S3 server. Without it the tests fail rather than pass in silence. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (!hasSwift())
    throw new Error(`There is no other S3 server on this machine: apt-get install ${SWIFT_PACKAGES}`);
  const { stop, ...foreign } = await startSwift();
  project.provide('foreignS3', foreign);
  return stop;
}
