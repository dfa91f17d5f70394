/** Whether this run goes deeper: `THOROUGH=1`, as `.ci/run` sets it (docs/contributing.md#how-deep-a-run-goes). */
export const THOROUGH = process.env['THOROUGH'] === '1';

/** How often to do what is random or repeated: the variable's number, else by how deep the run goes. */
export function often(
  variable: string,
  depth: { readonly thorough: number; readonly quick: number },
): number {
  const given = process.env[variable];
  return given === undefined ? (THOROUGH ? depth.thorough : depth.quick) : Number(given);
}
