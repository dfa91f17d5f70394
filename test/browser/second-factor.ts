import { Secret, TOTP } from 'otpauth';

/** The code that an authenticator app shows for its key at a moment, in milliseconds. */
export const codeAt = (key: string, timestamp: number): string =>
  new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) }).generate({ timestamp });

/** Sets up an operator's app over HTTP, by the cookie of a login that waits for it; the response signs in. */
export async function setUpApp(origin: string, cookie: string, now: number): Promise<Response> {
  const address = `${origin}/api/v2/auth/second-factor`;
  const due = await fetch(address, { headers: { cookie } });
  const { setup } = (await due.json()) as { setup: { secret: string } | null };
  if (setup === null) throw new Error('This operator has set up an app already');
  return fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ code: codeAt(setup.secret, now) }),
  });
}
