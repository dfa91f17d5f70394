import * as z from 'zod/mini';
import { Picture } from '../../content/contract-documents.ts';
import { PICTURE_MAX_BYTES, PICTURE_TEXTS } from '../../content/rules-pictures.ts';
import { endpoint } from '../../lib/endpoint.ts';
import { perAccount } from '../../lib/limits.ts';
import { Done, Text } from '../../lib/wire.ts';
import * as calls from './calls-content.ts';

export const ListedPicture = z.object({
  ...Picture.shape,
  /** Ids of the announcements that show it. */
  shown_by: z.array(z.string()),
});
export type ListedPicture = z.infer<typeof ListedPicture>;

export const listPictures = endpoint({
  ...calls.listPictures,
  summary: 'Every picture that was added, the last one first, and what shows it',
  who: ['operator'],
  response: z.object({ pictures: z.array(ListedPicture) }),
});

/** A multipart form with the file in the field `picture`. */
export const addPicture = endpoint({
  ...calls.addPicture,
  summary: 'Add a picture for announcements; it is drawn anew',
  who: ['operator'],
  rateLimit: [perAccount('pictures', 20, 600)],
  upload: { field: 'picture', maxBytes: PICTURE_MAX_BYTES },
  response: Picture,
  problems: {
    no_file: { status: 422, detail: 'Choose one file.' },
    too_large: { status: 422, detail: PICTURE_TEXTS.too_large },
    bad_image: { status: 422, detail: PICTURE_TEXTS.bad_image },
  },
});

export const removePicture = endpoint({
  ...calls.removePicture,
  summary: 'Remove a picture that nothing shows',
  who: ['operator'],
  params: z.object({ file: Text(64) }),
  response: Done,
  problems: {
    not_found: { status: 404, detail: 'There is no such picture.' },
    in_use: { status: 409, detail: 'An announcement shows this picture.' },
  },
});
