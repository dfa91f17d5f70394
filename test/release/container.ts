import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** An image of a release, with a folder of its own for images and containers. */
export interface Image {
  /** Runs it on this machine's network; what it stores is there for the next start. */
  readonly start: (settings: Readonly<Record<string, string>>) => Container;
  readonly remove: () => Promise<void>;
}

/** A running container. */
export interface Container {
  readonly output: () => string;
  /** Sends SIGTERM to its program; the exit code. */
  readonly stop: () => Promise<number | null>;
}

/** Builds an image of a release in `folder`, away from the machine's other images. */
export async function buildImage(release: string, folder: string): Promise<Image> {
  fs.mkdirSync(folder);
  const storage = path.join(folder, 'storage.conf');
  const [graph, state] = [path.join(folder, 'graph'), path.join(folder, 'run')];
  fs.writeFileSync(storage, `[storage]\ndriver = "vfs"\ngraphroot = "${graph}"\nrunroot = "${state}"\n`);
  const env = { ...process.env, TMPDIR: folder, CONTAINERS_STORAGE_CONF: storage };
  await run(path.join(release, 'deploy/container/build.sh'), [release, 'talkback-test'], { env });
  const buildah = async (...args: string[]): Promise<string> => {
    const { stdout } = await run('buildah', args, { env });
    return stdout.trim();
  };
  const container = await buildah('from', 'talkback-test');
  return {
    start: (settings) => {
      const variables = Object.entries(settings).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
      const args = [
        'run',
        '--isolation',
        'chroot',
        ...variables,
        container,
        '--',
        '/opt/talkback/bin/talkback',
      ];
      const child = spawn('buildah', args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
      let text = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (bytes) => (text += String(bytes)));
      const ended = once(child, 'exit') as Promise<[number | null]>;
      return {
        output: () => text,
        stop: async () => {
          for (const pid of programsWith(settings)) process.kill(pid, 'SIGTERM');
          const [code] = await ended;
          return code;
        },
      };
    },
    remove: async () => {
      await buildah('rm', container);
      await buildah('rmi', '--force', 'talkback-test');
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The processes of Talkback that were given these settings, as /proc tells. */
function programsWith(settings: Readonly<Record<string, string>>): number[] {
  const wanted = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      if (!readProc(pid, 'cmdline').includes('/opt/talkback/dist/server/main.mjs')) return false;
      const variables = new Set(readProc(pid, 'environ').split('\0'));
      return wanted.every((variable) => variables.has(variable));
    })
    .map(Number);
}

/** Empty for a process that has just ended. */
function readProc(pid: string, file: string): string {
  try {
    return fs.readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
