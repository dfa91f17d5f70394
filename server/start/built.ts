/** Where a built server begins (scripts/build-server.ts). */
import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { nameSources } from './name-sources.ts';

enableCompileCache(path.resolve(import.meta.dirname, '../../node_modules/.cache/node'));
nameSources(new URL('../../dist/server/', import.meta.url).href);
await import('./main.ts');
