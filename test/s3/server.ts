import type { ChildProcess } from 'node:child_process';

/** Keys of a service. */
interface Keys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** A foreign S3 server on loopback. */
export interface ForeignS3 extends Keys {
  readonly name: 'Swift' | 'Ceph';
  readonly endpoint: string;
  /** Keys of a user without rights before a bucket policy; null where the server has no policies. */
  readonly upload: Keys | null;
  readonly stop: () => Promise<void>;
}

/** Ends a process that was started here, and waits for its end. */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = new Promise((done) => {
    child.once('exit', done);
  });
  child.kill('SIGKILL');
  await ended;
}
