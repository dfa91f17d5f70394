/** `npm run storage:setup`: creates the configured S3 bucket and sets its rules (docs/operating.md#files). */
import { S3ServiceException } from '@aws-sdk/client-s3';
import { setUpBucket } from '#server/storage/bucket/gateway.ts';
import { setUpLines } from '#server/storage/bucket/set-up-lines.ts';
import { createStorage } from '#server/storage/gateway.ts';
import { systemClock } from '#server/lib/clock.ts';
import { readSettings } from '#server/start/settings.ts';

const settings = readSettings(process.env);
if (settings.s3 === null) {
  console.error(
    'Nothing to set up: no S3 is set, so files are kept in DATA_DIR. Set S3_BUCKET and its keys.',
  );
  process.exit(1);
}
try {
  await createStorage({ ...settings.s3, now: () => systemClock.now() }).prepare();
  const origins = [...new Set(Object.values(settings.origins).flatMap(({ all }) => all))];
  const done = await setUpBucket(settings.s3, origins);
  const { bucket } = settings.s3;
  console.log(setUpLines({ bucket, origins, done }).join('\n'));
} catch (error) {
  const isRefused = error instanceof S3ServiceException && error.$metadata.httpStatusCode === 403;
  const reason = error instanceof Error ? error.message : String(error);
  console.error(
    `The bucket cannot be set up: ${isRefused ? 'the service refuses this key or its rights' : reason}`,
  );
  process.exit(1);
}
