import fs from 'node:fs';

/** Programs of `bin/` in a release, and the npm scripts that they are in the repository. */
const SCRIPTS = { studio: 'studio --', 'storage-setup': 'storage:setup' } as const;
export type Program = keyof typeof SCRIPTS;

/** Where this runs: a release has its release.json beside its `bin/`. */
const isRelease = fs.existsSync(new URL('../../release.json', import.meta.url));

/** How a program is typed where this runs, in the folder of the release or of the repository (docs/operating.md#a-release). */
export function programCommand(program: Program, words = '', released = isRelease): string {
  const typed = released ? `bin/${program}` : `npm run ${SCRIPTS[program]}`;
  return `${typed} ${words}`.trimEnd();
}
