import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, test as base } from 'vitest';
import { setUpBucket } from './gateway.ts';

/** The query parameter of each rule, and the error code of a missing one. */
const RULES = [
  ['cors', 'CORSConfiguration'],
  ['lifecycle', 'LifecycleConfiguration'],
  ['publicAccessBlock', 'PublicAccessBlockConfiguration'],
  ['policy', 'BucketPolicy'],
] as const;

const errorXml = (code: string): string => `<Error><Code>${code}</Code><Message>no</Message></Error>`;

interface Service {
  readonly endpoint: string;
  /** The XML of each rule. */
  readonly rules: Map<string, string>;
  /** The response to every request, or to those for the rule `of`. */
  refusal: { status: number; code: string; of?: string } | null;
}

/** A service that stores a bucket's rules and returns them. */
async function startService(): Promise<{ service: Service; stop: () => void }> {
  const rules: Service['rules'] = new Map();
  const server = createServer((request, response) => {
    void (async () => {
      const { searchParams } = new URL(request.url ?? '', 'http://x');
      const what = RULES.find(([name]) => searchParams.has(name))?.[1] ?? '';
      const body = await text(request);
      const { refusal } = service;
      if (refusal !== null && (refusal.of === undefined || refusal.of === what))
        return response.writeHead(refusal.status).end(errorXml(refusal.code));
      if (request.method === 'PUT') rules.set(what, body);
      const found = rules.get(what);
      if (found === undefined) return response.writeHead(404).end(errorXml(`NoSuch${what}`));
      return response.end(request.method === 'PUT' ? '' : found);
    })();
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const address = server.address();
  const endpoint = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const service: Service = { endpoint, rules, refusal: null };
  const stop = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { service, stop };
}

const origins = ['https://studio.test', 'https://partners.test', 'https://operator.test'];

const test = base
  .extend('service', async ({}, { onCleanup }) => {
    const { service, stop } = await startService();
    onCleanup(stop);
    return service;
  })
  .extend('setUp', ({ service: { endpoint } }) => () => {
    const keys = { region: 'us-east-1', bucket: 'b', accessKeyId: 'k', secretAccessKey: 's' };
    return setUpBucket({ ...keys, endpoint, publicEndpoint: null }, origins);
  });

test('the three origins may send and get, ETag is shown, unfinished uploads end after 7 days', async ({
  service,
  setUp,
}) => {
  expect(await setUp()).toEqual({ cors: 'set', lifecycle: 'set', publicAcls: 'public access block' });
  const cors = service.rules.get('CORSConfiguration') ?? '';
  for (const origin of origins) expect(cors).toContain(`<AllowedOrigin>${origin}</AllowedOrigin>`);
  const methods = [...cors.matchAll(/<AllowedMethod>(\w+)</g)].map(([, method]) => method);
  expect(methods).toEqual(['GET', 'HEAD', 'PUT', 'POST', 'DELETE']);
  expect(cors).toContain('<ExposeHeader>ETag</ExposeHeader>');
  expect(cors).toContain('<AllowedHeader>*</AllowedHeader>');
  expect(service.rules.get('LifecycleConfiguration')).toContain(
    '<AbortIncompleteMultipartUpload><DaysAfterInitiation>7</DaysAfterInitiation>',
  );
});

test("again is no fault and adds nothing; other people's rules stay", async ({ service, setUp }) => {
  const theirs = '<AllowedMethod>GET</AllowedMethod><AllowedOrigin>https://else.test</AllowedOrigin>';
  service.rules.set(
    'CORSConfiguration',
    `<CORSConfiguration><CORSRule><ID>else</ID>${theirs}</CORSRule></CORSConfiguration>`,
  );
  service.rules.set(
    'LifecycleConfiguration',
    '<LifecycleConfiguration><Rule><ID>old</ID><Status>Enabled</Status><Prefix>logs/</Prefix><Expiration><Days>9</Days></Expiration></Rule></LifecycleConfiguration>',
  );
  await setUp();
  const once = new Map(service.rules);
  await setUp();
  expect(service.rules).toEqual(once);
  expect(
    [...(service.rules.get('CORSConfiguration') ?? '').matchAll(/<ID>([\w-]+)</g)].map(([, id]) => id),
  ).toEqual(['else', 'talkback']);
  expect(service.rules.get('CORSConfiguration')).toContain(
    '<AllowedOrigin>https://else.test</AllowedOrigin>',
  );
  expect(
    [...(service.rules.get('LifecycleConfiguration') ?? '').matchAll(/<ID>([\w-]+)</g)].map(([, id]) => id),
  ).toEqual(['old', 'talkback-unfinished-uploads']);
  expect(service.rules.get('LifecycleConfiguration')).toContain('<Days>9</Days>');
});

test.for([
  [501, 'NotImplemented'],
  [405, 'MethodNotAllowed'],
  [400, 'MalformedXML'],
] as const)(
  'a service that answers %i %s does not know the rule',
  async ([status, code], { service, setUp }) => {
    service.refusal = { status, code };
    expect(await setUp()).toEqual({
      cors: 'not supported',
      lifecycle: 'not supported',
      publicAcls: 'not supported',
    });
  },
);

test('what is not allowed is a fault', async ({ service, setUp }) => {
  service.refusal = { status: 403, code: 'AccessDenied' };
  await expect(setUp()).rejects.toMatchObject({ name: 'AccessDenied' });
});

describe('public ACLs', () => {
  test('are ignored; what else the bucket blocks stays', async ({ service, setUp }) => {
    service.rules.set(
      'PublicAccessBlockConfiguration',
      '<PublicAccessBlockConfiguration><BlockPublicPolicy>true</BlockPublicPolicy></PublicAccessBlockConfiguration>',
    );
    await setUp();
    const now = service.rules.get('PublicAccessBlockConfiguration') ?? '';
    expect(now).toContain('<IgnorePublicAcls>true</IgnorePublicAcls>');
    expect(now).toContain('<BlockPublicPolicy>true</BlockPublicPolicy>');
    expect(service.rules.has('BucketPolicy')).toBe(false);
  });

  test('are denied by the policy where the service knows no other rule; statements of others stay', async ({
    service,
    setUp,
  }) => {
    service.refusal = { status: 501, code: 'NotImplemented', of: 'PublicAccessBlockConfiguration' };
    const theirs = { Sid: 'Theirs', Effect: 'Allow', Principal: '*', Action: 's3:GetObject', Resource: 'x' };
    service.rules.set('BucketPolicy', JSON.stringify({ Version: '2008-10-17', Statement: [theirs] }));
    for (let round = 0; round < 2; round += 1) expect(await setUp()).toMatchObject({ publicAcls: 'policy' });
    const { Version, Statement } = JSON.parse(service.rules.get('BucketPolicy') ?? '{}');
    expect([Version, Statement]).toMatchObject([
      '2008-10-17',
      [theirs, { Effect: 'Deny', Principal: '*', Resource: 'arn:aws:s3:::b/*' }],
    ]);
    expect(Statement).toHaveLength(2);
  });
});
