import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setUpBucket } from './gateway.ts';

/** A service that stores a bucket's rules and returns them; or refuses with `refusal`. */
let server: Server;
let endpoint: string;
const kept = new Map<string, string>();
let refusal: { status: number; code: string; of?: string } | null = null;

/** The query parameter of each rule, and the error code of a missing one. */
const RULES = [
  ['cors', 'CORSConfiguration'],
  ['lifecycle', 'LifecycleConfiguration'],
  ['publicAccessBlock', 'PublicAccessBlockConfiguration'],
  ['policy', 'BucketPolicy'],
] as const;

const errorXml = (code: string): string => `<Error><Code>${code}</Code><Message>no</Message></Error>`;

beforeAll(async () => {
  server = createServer((request, response) => {
    void (async () => {
      const { searchParams } = new URL(request.url ?? '', 'http://x');
      const what = RULES.find(([name]) => searchParams.has(name))?.[1] ?? '';
      const body = await text(request);
      if (refusal !== null && (refusal.of === undefined || refusal.of === what))
        return response.writeHead(refusal.status).end(errorXml(refusal.code));
      if (request.method === 'PUT') kept.set(what, body);
      const found = kept.get(what);
      if (found === undefined) return response.writeHead(404).end(errorXml(`NoSuch${what}`));
      return response.end(request.method === 'PUT' ? '' : found);
    })();
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const address = server.address();
  endpoint = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
});
beforeEach(() => {
  kept.clear();
  refusal = null;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const origins = ['https://studio.test', 'https://partners.test', 'https://operator.test'];
const setUp = () =>
  setUpBucket(
    {
      endpoint,
      publicEndpoint: null,
      region: 'us-east-1',
      bucket: 'b',
      accessKeyId: 'k',
      secretAccessKey: 's',
    },
    origins,
  );

test('the three origins may send and get, ETag is shown, unfinished uploads end after 7 days', async () => {
  expect(await setUp()).toEqual({ cors: 'set', lifecycle: 'set', publicAcls: 'public access block' });
  const cors = kept.get('CORSConfiguration') ?? '';
  for (const origin of origins) expect(cors).toContain(`<AllowedOrigin>${origin}</AllowedOrigin>`);
  const methods = [...cors.matchAll(/<AllowedMethod>(\w+)</g)].map(([, method]) => method);
  expect(methods).toEqual(['GET', 'HEAD', 'PUT', 'POST', 'DELETE']);
  expect(cors).toContain('<ExposeHeader>ETag</ExposeHeader>');
  expect(cors).toContain('<AllowedHeader>*</AllowedHeader>');
  expect(kept.get('LifecycleConfiguration')).toContain(
    '<AbortIncompleteMultipartUpload><DaysAfterInitiation>7</DaysAfterInitiation>',
  );
});

test("again is no fault and adds nothing; other people's rules stay", async () => {
  const theirs = '<AllowedMethod>GET</AllowedMethod><AllowedOrigin>https://else.test</AllowedOrigin>';
  kept.set(
    'CORSConfiguration',
    `<CORSConfiguration><CORSRule><ID>else</ID>${theirs}</CORSRule></CORSConfiguration>`,
  );
  kept.set(
    'LifecycleConfiguration',
    '<LifecycleConfiguration><Rule><ID>old</ID><Status>Enabled</Status><Prefix>logs/</Prefix><Expiration><Days>9</Days></Expiration></Rule></LifecycleConfiguration>',
  );
  await setUp();
  const once = new Map(kept);
  await setUp();
  expect(kept).toEqual(once);
  expect([...(kept.get('CORSConfiguration') ?? '').matchAll(/<ID>([\w-]+)</g)].map(([, id]) => id)).toEqual([
    'else',
    'talkback',
  ]);
  expect(kept.get('CORSConfiguration')).toContain('<AllowedOrigin>https://else.test</AllowedOrigin>');
  expect(
    [...(kept.get('LifecycleConfiguration') ?? '').matchAll(/<ID>([\w-]+)</g)].map(([, id]) => id),
  ).toEqual(['old', 'talkback-unfinished-uploads']);
  expect(kept.get('LifecycleConfiguration')).toContain('<Days>9</Days>');
});

test.each([
  [501, 'NotImplemented'],
  [405, 'MethodNotAllowed'],
  [400, 'MalformedXML'],
])('a service that answers %i %s does not know the rule', async (status, code) => {
  refusal = { status, code };
  expect(await setUp()).toEqual({
    cors: 'not supported',
    lifecycle: 'not supported',
    publicAcls: 'not supported',
  });
});

test('what is not allowed is a fault', async () => {
  refusal = { status: 403, code: 'AccessDenied' };
  await expect(setUp()).rejects.toMatchObject({ name: 'AccessDenied' });
});

describe('public ACLs', () => {
  test('are ignored; what else the bucket blocks stays', async () => {
    kept.set(
      'PublicAccessBlockConfiguration',
      '<PublicAccessBlockConfiguration><BlockPublicPolicy>true</BlockPublicPolicy></PublicAccessBlockConfiguration>',
    );
    await setUp();
    const now = kept.get('PublicAccessBlockConfiguration') ?? '';
    expect(now).toContain('<IgnorePublicAcls>true</IgnorePublicAcls>');
    expect(now).toContain('<BlockPublicPolicy>true</BlockPublicPolicy>');
    expect(kept.has('BucketPolicy')).toBe(false);
  });

  test('are denied by the policy where the service knows no other rule; statements of others stay', async () => {
    refusal = { status: 501, code: 'NotImplemented', of: 'PublicAccessBlockConfiguration' };
    const theirs = { Sid: 'Theirs', Effect: 'Allow', Principal: '*', Action: 's3:GetObject', Resource: 'x' };
    kept.set('BucketPolicy', JSON.stringify({ Version: '2008-10-17', Statement: [theirs] }));
    for (let round = 0; round < 2; round += 1) expect(await setUp()).toMatchObject({ publicAcls: 'policy' });
    const { Version, Statement } = JSON.parse(kept.get('BucketPolicy') ?? '{}');
    expect([Version, Statement]).toMatchObject([
      '2008-10-17',
      [theirs, { Effect: 'Deny', Principal: '*', Resource: 'arn:aws:s3:::b/*' }],
    ]);
    expect(Statement).toHaveLength(2);
  });
});
