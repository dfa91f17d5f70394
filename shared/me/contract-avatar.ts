import * as z from 'zod/mini';
import { endpoint } from '../lib/endpoint.ts';
import { perAccount, perAddress } from '../lib/limits.ts';
import { Text } from '../lib/wire.ts';
import * as calls from './calls.ts';
import { AVATAR_MAX_BYTES } from './rules-avatar.ts';
import { AVATAR } from './texts-avatar.ts';

/** A multipart form with the picture in the field `avatar`. */
export const setAvatar = endpoint({
  ...calls.setAvatar,
  summary: 'Upload a picture of me',
  who: 'signed_in',
  rateLimit: [perAddress('avatar', 60, 600), perAccount('avatar', 20, 600)],
  upload: { field: 'avatar', maxBytes: AVATAR_MAX_BYTES },
  response: z.object({ avatar: z.string() }),
  problems: {
    bad_image: { status: 422, detail: AVATAR.bad },
  },
});

export const getAvatar = endpoint({
  ...calls.getAvatar,
  summary: 'A picture of a person, as it is shown',
  who: 'anyone',
  params: z.object({ file: Text(64) }),
  response: z.never(),
  stream: 'image/webp',
  problems: { not_found: { status: 404, detail: 'There is no such picture.' } },
});
