import path from 'node:path';

/** The compile cache of `npm start`. */
const COMPILED = path.resolve(import.meta.dirname, '../../node_modules/.cache/node');

/** The environment of a child process: these variables and no others of the test's, with its sources compiled once. */
export const childEnv = (env: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  NODE_COMPILE_CACHE: COMPILED,
  ...env,
});
