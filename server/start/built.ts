/** Where a built server begins (scripts/build-server.ts). */
import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { DEMO_ARGUMENT } from './demo.ts';
import { nameSources } from './name-sources.ts';

enableCompileCache(path.resolve(import.meta.dirname, '../../node_modules/.cache/node'));
nameSources(new URL('../../dist/server/', import.meta.url).href);
if (process.argv[2] === DEMO_ARGUMENT) await import('./demo-process.ts');
else {
  await import('./main.ts');
  const { markBuild } = await import('./build-marks.ts');
  markBuild(path.resolve(import.meta.dirname, '../../dist/server'));
}
