/**
 * A picture as an answer, for an address that is never used for another one: whoever has it need not ask again, and nothing in it
 * runs, whatever a browser takes it for.
 */
export const asAnswer = (webp: Buffer) => ({
  status: 200 as const,
  headers: {
    'cache-control': 'public, max-age=31536000, immutable',
    'content-length': String(webp.length),
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  },
  body: webp,
});
