import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { setUpBucket } from './gateway.ts';

/** A service that keeps what it is told of a bucket and answers it; or refuses with `refusal`. */
let server: Server;
let endpoint: string;
const kept = new Map<string, string>();
let refusal: { status: number; code: string } | null = null;

const errorXml = (code: string): string => `<Error><Code>${code}</Code><Message>no</Message></Error>`;

beforeAll(async () => {
  server = createServer((request, response) => {
    void (async () => {
      const what = new URL(request.url ?? '', 'http://x').searchParams.has('cors') ? 'CORS' : 'Lifecycle';
      const body = await text(request);
      if (refusal !== null) return response.writeHead(refusal.status).end(errorXml(refusal.code));
      if (request.method === 'PUT') kept.set(what, body);
      const found = kept.get(what);
      if (found === undefined) return response.writeHead(404).end(errorXml(`NoSuch${what}Configuration`));
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
  expect(await setUp()).toEqual({ cors: 'set', lifecycle: 'set' });
  const cors = kept.get('CORS') ?? '';
  for (const origin of origins) expect(cors).toContain(`<AllowedOrigin>${origin}</AllowedOrigin>`);
  const methods = [...cors.matchAll(/<AllowedMethod>(\w+)</g)].map(([, method]) => method);
  expect(methods).toEqual(['GET', 'HEAD', 'PUT', 'POST', 'DELETE']);
  expect(cors).toContain('<ExposeHeader>ETag</ExposeHeader>');
  expect(cors).toContain('<AllowedHeader>*</AllowedHeader>');
  expect(kept.get('Lifecycle')).toContain(
    '<AbortIncompleteMultipartUpload><DaysAfterInitiation>7</DaysAfterInitiation>',
  );
});

test("again is no fault and adds nothing; other people's rules stay", async () => {
  const theirs = '<AllowedMethod>GET</AllowedMethod><AllowedOrigin>https://else.test</AllowedOrigin>';
  kept.set('CORS', `<CORSConfiguration><CORSRule><ID>else</ID>${theirs}</CORSRule></CORSConfiguration>`);
  kept.set(
    'Lifecycle',
    '<LifecycleConfiguration><Rule><ID>old</ID><Status>Enabled</Status><Prefix>logs/</Prefix><Expiration><Days>9</Days></Expiration></Rule></LifecycleConfiguration>',
  );
  await setUp();
  const once = new Map(kept);
  await setUp();
  expect(kept).toEqual(once);
  expect([...(kept.get('CORS') ?? '').matchAll(/<ID>([\w-]+)</g)].map(([, id]) => id)).toEqual([
    'else',
    'talkback',
  ]);
  expect(kept.get('CORS')).toContain('<AllowedOrigin>https://else.test</AllowedOrigin>');
  expect([...(kept.get('Lifecycle') ?? '').matchAll(/<ID>([\w-]+)</g)].map(([, id]) => id)).toEqual([
    'old',
    'talkback-unfinished-uploads',
  ]);
  expect(kept.get('Lifecycle')).toContain('<Days>9</Days>');
});

test.each([
  [501, 'NotImplemented'],
  [405, 'MethodNotAllowed'],
  [400, 'MalformedXML'],
])('a service that answers %i %s does not know the rule', async (status, code) => {
  refusal = { status, code };
  expect(await setUp()).toEqual({ cors: 'not supported', lifecycle: 'not supported' });
});

test('what is not allowed is a fault', async () => {
  refusal = { status: 403, code: 'AccessDenied' };
  await expect(setUp()).rejects.toMatchObject({ name: 'AccessDenied' });
});
