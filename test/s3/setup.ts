import type { TestProject } from 'vitest/node';
import { CEPH_PACKAGES, hasCeph, startCeph } from './ceph.ts';
import type { ForeignS3 } from './server.ts';
import { hasSwift, startSwift, SWIFT_PACKAGES } from './swift.ts';

declare module 'vitest' {
  interface ProvidedContext {
    foreignS3: readonly Omit<ForeignS3, 'stop'>[];
  }
}

/** Once per run: every installed foreign S3 server. Without one the tests fail. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const starts = [...(hasSwift() ? [startSwift] : []), ...(hasCeph() ? [startCeph] : [])];
  if (starts.length === 0) {
    const packages = `${CEPH_PACKAGES} or ${SWIFT_PACKAGES}`;
    throw new Error(`There is no other S3 server on this machine: apt-get install ${packages}`);
  }
  const started = await Promise.allSettled(starts.map((start) => start()));
  const servers = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const stop = async (): Promise<void> => void (await Promise.all(servers.map((server) => server.stop())));
  const failure = started.find(({ status }) => status === 'rejected');
  if (failure?.status === 'rejected') {
    await stop();
    throw failure.reason;
  }
  project.provide(
    'foreignS3',
    servers.map(({ name, endpoint, accessKeyId, secretAccessKey, upload }) => ({
      name,
      endpoint,
      accessKeyId,
      secretAccessKey,
      upload,
    })),
  );
  return stop;
}
