/** Headers of a picture at an immutable address. Nothing in it can run, whatever type a browser guesses. */
export const pictureResponse = (webp: Buffer) => ({
  status: 200 as const,
  headers: {
    'cache-control': 'public, max-age=31536000, immutable',
    'content-length': String(webp.length),
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  },
  body: webp,
});
