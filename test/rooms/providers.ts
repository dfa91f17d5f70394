import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose';

import { googleNonce } from '#shared/accounts/contract.ts';
import type { TestApp } from '../api/app.ts';
import { cookieIn } from './accounts.ts';

type Answering = (request: IncomingMessage, reply: ServerResponse) => void;

async function listen(answer: Answering): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const json = (reply: ServerResponse, value: unknown, status = 200): void => {
  reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
};

/** A Google nonce and its cookie. */
export async function googleNonceOf(
  api: Pick<TestApp, 'call'>,
  headers: Record<string, string> = {},
): Promise<{ nonce: string; cookie: string }> {
  const answer = await api.call(googleNonce, { headers });
  return { nonce: answer.body.nonce, cookie: cookieIn(answer) };
}

/** The nonce of a token that says nothing else. */
export const NONCE = 'the nonce of a test';

/** Claims that replace the issuer's; undefined removes one. */
export interface TokenInput {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly alg?: 'RS256' | 'ES256' | 'PS256';
  readonly kid?: string;
  /** Issued at, in seconds since 1970. */
  readonly at: number;
}

/** A local OpenID issuer in place of Google. */
export interface Issuer {
  readonly url: string;
  readonly clientId: string;
  /** Number of requests for its keys. */
  keyRequests(): number;
  /** Its mode: serves, never responds, responds with a fault. */
  behave(how: 'serve' | 'hang' | 'fail'): void;
  /** Signs with a new key from now on. */
  rotate(): Promise<void>;
  token(input: TokenInput): Promise<string>;
  /** A token as `token` makes it, signed by somebody else under the issuer's own key id. */
  forged(input: TokenInput): Promise<string>;
  close(): Promise<void>;
}

export async function startIssuer(): Promise<Issuer> {
  const algs = ['RS256', 'ES256', 'PS256'] as const;
  let keys: Record<(typeof algs)[number], { privateKey: CryptoKey; publicKey: CryptoKey; kid: string }>;
  let turn = 0;
  let asked = 0;
  let how: 'serve' | 'hang' | 'fail' = 'serve';
  const rotate = async (): Promise<void> => {
    turn += 1;
    const made = algs.map(
      async (alg) => [alg, { ...(await generateKeyPair(alg)), kid: `${alg}-${turn}` }] as const,
    );
    keys = Object.fromEntries(await Promise.all(made)) as typeof keys;
  };
  await rotate();
  const { url, close } = await listen((request, reply) => {
    if (how === 'hang') return;
    if (how === 'fail') {
      json(reply, {}, 500);
      return;
    }
    if (request.url !== '/keys') {
      json(reply, { issuer: url, jwks_uri: `${url}/keys` });
      return;
    }
    asked += 1;
    const shown = algs.map(async (alg) => ({
      ...(await exportJWK(keys[alg].publicKey)),
      alg,
      kid: keys[alg].kid,
    }));
    void Promise.all(shown).then((list) => json(reply, { keys: list }));
  });
  const clientId = 'talkback-test.apps.googleusercontent.com';
  const sign = (input: TokenInput, key: CryptoKey): Promise<string> => {
    const { claims = {}, alg = 'RS256', at, kid = keys[alg].kid } = input;
    return new SignJWT({
      iss: url,
      aud: clientId,
      sub: '1234567890',
      email: 'ada@google.test',
      email_verified: true,
      name: 'Ada Lovelace',
      nonce: NONCE,
      iat: at,
      exp: at + 3600,
      ...claims,
    })
      .setProtectedHeader({ alg, kid })
      .sign(key);
  };
  return {
    url,
    clientId,
    keyRequests: () => asked,
    behave: (next) => {
      how = next;
    },
    rotate,
    token: (input) => sign(input, keys[input.alg ?? 'RS256'].privateKey),
    forged: async (input) => sign(input, (await generateKeyPair(input.alg ?? 'RS256')).privateKey),
    close,
  };
}

/** Responses of the Graph API stand-in: the debug call's `data`, and the profile. */
export interface GraphAnswers {
  debug: object;
  profile: object;
  status: number;
}

/** A local stand-in for Facebook's Graph API. */
export interface Graph {
  readonly url: string;
  readonly appId: string;
  readonly appSecret: string;
  /** Each access token with what is known of it. */
  readonly tokens: Map<string, GraphAnswers>;
  /** The queries of the calls so far, by path. */
  readonly calls: (readonly [string, URLSearchParams])[];
  hang(does: boolean): void;
  close(): Promise<void>;
}

export async function startGraph(): Promise<Graph> {
  const tokens: Graph['tokens'] = new Map();
  const calls: [string, URLSearchParams][] = [];
  let hangs = false;
  const { url, close } = await listen((request, reply) => {
    const asked = new URL(request.url ?? '/', 'http://localhost');
    calls.push([asked.pathname, asked.searchParams]);
    if (hangs) return;
    const debugs = asked.pathname === '/debug_token';
    const found = tokens.get(asked.searchParams.get(debugs ? 'input_token' : 'access_token') ?? '');
    if (found === undefined) json(reply, { error: { message: 'Invalid OAuth access token' } }, 400);
    else if (found.status !== 200) json(reply, {}, found.status);
    else json(reply, debugs ? { data: found.debug } : found.profile);
  });
  return {
    url,
    appId: '1234567890',
    appSecret: 'the secret of a test',
    tokens,
    calls,
    hang: (does) => {
      hangs = does;
    },
    close,
  };
}
