/** Headers of the operator's front. */
export const OPERATOR = { host: 'localhost:4002', origin: 'http://localhost:4002' };

/** Cookies that a response sets, without those that it clears, as the browser sends them back. */
export const cookiesOf = ({ headers }: { headers: Record<string, unknown> }): string =>
  [headers['set-cookie']]
    .flat()
    .map((text) => String(text).split(';')[0] ?? '')
    .filter((cookie) => cookie.includes('=') && !cookie.endsWith('='))
    .join('; ');
