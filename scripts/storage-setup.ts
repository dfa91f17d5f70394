/** `npm run storage:setup`: creates the configured S3 bucket and sets its rules (docs/operating.md#files). */
import { S3ServiceException } from '@aws-sdk/client-s3';
import { setUpBucket, type BucketSetUp } from '#server/storage/bucket/gateway.ts';
import { createStorage } from '#server/storage/gateway.ts';
import { systemClock } from '#server/lib/clock.ts';
import { readSettings } from '#server/start/settings.ts';

const WORDS: Readonly<Record<BucketSetUp['publicAcls'], string>> = {
  'public access block': '  No file can be made public by an ACL (public access block).',
  policy: '  No file can be made public by an ACL (bucket policy).',
  'not supported':
    '  This service has no rule against public ACLs: see docs/operating.md for what it needs instead.',
};

const settings = readSettings(process.env);
if (settings.s3 === null) {
  console.error(
    'Nothing to set up: no S3 is set, so files are kept in DATA_DIR. Set S3_BUCKET and its keys.',
  );
  process.exit(1);
}
try {
  await createStorage({ ...settings.s3, now: () => systemClock.now() }).prepare();
  const origins = Object.values(settings.origins).flatMap(({ all }) => all);
  const done = await setUpBucket(settings.s3, [...new Set(origins)]);
  console.log(`Bucket ${settings.s3.bucket}`);
  console.log(
    done.cors === 'set'
      ? `  Pages on ${[...new Set(origins)].join(', ')} may send and get files.`
      : '  This service has no CORS rules of buckets: allow our origins in its own settings (docs/operating.md).',
  );
  console.log(
    done.lifecycle === 'set'
      ? '  Uploads that nobody goes on with end after 7 days.'
      : '  This service has no rule that ends unfinished uploads: clear them by its own means.',
  );
  console.log(WORDS[done.publicAcls]);
} catch (error) {
  const isRefused = error instanceof S3ServiceException && error.$metadata.httpStatusCode === 403;
  const reason = error instanceof Error ? error.message : String(error);
  console.error(
    `The bucket cannot be set up: ${isRefused ? 'the service refuses this key or its rights' : reason}`,
  );
  process.exit(1);
}
