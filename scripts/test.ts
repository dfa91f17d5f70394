/**
 * `npm test`: every stage that needs nothing but Node, first those that start no servers, beside each other.
 * `npm run test:unit -- shared/lib`: one stage, its program's arguments after it.
 *
 * The last line is the sum over all stages; the exit code is 0 only if nothing failed and every stage ran something.
 */
import fs from 'node:fs';
import { buildClient } from './build-client.ts';
import { buildServer } from './build-server.ts';
import { inParallel } from '#server/lib/parallel.ts';
import {
  line,
  runStage,
  STAGES,
  sum,
  temporaryFolder,
  type Counts,
  type Outcome,
  type Stage,
} from './stages.ts';
import { DEMO_OF_RUN, newDemoFolder } from '#test/made-demo.ts';

/** Stages that need the built client and server. */
const NEEDS_BUILD = new Set(['api', 'processes', 'kill', 'release', 'scan', 'e2e', 'browsers']);

const [only, ...more] = process.argv.slice(2);
const stages = STAGES.filter((stage) => only === undefined || stage.name === only);
if (stages.length === 0) {
  console.error(`There is no stage ${only}. Stages: ${STAGES.map((stage) => stage.name).join(', ')}`);
  process.exit(1);
}

const demoFolder = newDemoFolder(temporaryFolder());
process.env[DEMO_OF_RUN] = demoFolder;
process.on('exit', () => fs.rmSync(demoFolder, { recursive: true, force: true }));

const results: { name: string; seconds: number; counts: Counts; failures: readonly string[] }[] = [];
/** The stages' names as they are listed. */
const ORDER = STAGES.map(({ name }) => name);
const NO_BUILD: Outcome = {
  counts: { passed: 0, failed: 1, skipped: 0 },
  failures: ['the client or the server could not be built'],
};
/** Whether a stage runs; says why not. */
function isRun(stage: Stage): boolean {
  const reason = (only === undefined ? stage.leftOut : undefined) ?? stage.needs?.();
  if (typeof reason === 'string') console.log(`\n== ${stage.name}: ${reason}`);
  return typeof reason !== 'string';
}

async function run(stage: Stage, show?: (output: string) => void): Promise<void> {
  const begun = performance.now();
  const ready = !NEEDS_BUILD.has(stage.name) || ((await buildClient()) && (await buildServer()));
  const { counts, failures } = ready ? await runStage(stage, more, show) : NO_BUILD;
  const seconds = (performance.now() - begun) / 1000;
  results.push({ name: stage.name, seconds, counts, failures });
  console.log(`== ${stage.name}: ${line(counts)} in ${seconds.toFixed(1)} s`);
  if (process.exitCode === 130) process.exit(130);
}

const [beside, alone] = [stages.filter((stage) => stage.beside), stages.filter((stage) => !stage.beside)];
if (only === undefined) {
  // The longest, which is the last of them, begins first.
  const longestFirst = [...beside.slice(-1), ...beside.slice(0, -1)];
  await inParallel(3, longestFirst, (stage) =>
    run(stage, (output) => console.log(`\n== ${stage.name}\n${output}`)),
  );
} else alone.unshift(...beside);
for (const stage of alone.filter(isRun)) {
  console.log(`\n== ${stage.name}`);
  await run(stage);
}

results.sort((a, b) => ORDER.indexOf(a.name) - ORDER.indexOf(b.name));
const total = sum(results.map((result) => result.counts));
console.log('');
for (const { name, seconds, counts, failures } of results) {
  console.log(
    `${counts.failed > 0 ? 'FAILED' : 'ok    '}  ${name.padEnd(9)}${`${seconds.toFixed(1)} s`.padStart(9)}   ${line(counts)}`,
  );
  // Named again at the end: of a long log people often see the last lines only.
  for (const failure of failures) console.log(`          ${failure}`);
}
console.log(`\n${line(total)}`);
process.exit(total.failed > 0 ? 1 : 0);
