import type { TestProject } from 'vitest/node';
import { madeDemo } from '../made-demo.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The data folder of a demo studio, for each test file to copy. */
    demoFolder: string;
  }
}

/** Once per run: has the demo made. */
export default async function setup(project: TestProject): Promise<() => void> {
  const { dataDir, remove } = await madeDemo();
  project.provide('demoFolder', dataDir);
  return remove;
}
