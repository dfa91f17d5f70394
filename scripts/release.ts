/** `npm run release [-- <folder>]`: a folder that runs by itself (docs/operating.md#a-release). */
import { makeRelease } from './release/make-release.ts';

process.exit((await makeRelease(process.argv[2])) ? 0 : 1);
