import * as z from 'zod/mini';
import { endpoint } from '../lib/endpoint.ts';
import { Text } from '../lib/wire.ts';
import { AVATAR_MAX_BYTES } from './rules-avatar.ts';
import { AVATAR } from './texts-avatar.ts';

/** A multipart form with the picture in the field `avatar`. */
export const setAvatar = endpoint({
  method: 'POST',
  path: '/api/users/avatar',
  summary: 'Upload a picture of me',
  who: 'signed_in',
  upload: { field: 'avatar', maxBytes: AVATAR_MAX_BYTES },
  answer: z.object({ avatar: z.string() }),
  problems: {
    bad_image: { status: 422, detail: AVATAR.bad },
  },
});

export const getAvatar = endpoint({
  method: 'GET',
  path: '/api/users/avatars/:file',
  summary: 'A picture of a person, as it is shown',
  who: 'anyone',
  params: z.object({ file: Text(64) }),
  answer: z.never(),
  stream: 'image/webp',
  problems: { not_found: { status: 404, detail: 'There is no such picture.' } },
});
