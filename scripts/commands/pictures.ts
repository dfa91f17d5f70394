import fs from 'node:fs';
import { drawAndAddPicture, listPictures, removePicture } from '#server/content/service.ts';
import { errorCode, firstLine } from '#server/lib/start-error.ts';
import { PICTURE_MAX_BYTES } from '#shared/content/rules-pictures.ts';
import { columns, CommandError, type Command } from './command.ts';
import { typed } from './content.ts';

export const PICTURES: readonly Command[] = [
  {
    name: 'content picture list',
    argumentHelp: '',
    about: 'Every picture that was added, and the announcements that show it.',
    arguments: 0,
    async run({ ctx }) {
      const pictures = await listPictures(ctx);
      if (pictures.length === 0) return ['No picture was added yet.'];
      return columns(
        pictures.map(({ src, width, height, shownBy }) => [
          src,
          `${width} x ${height}`,
          shownBy.length === 0 ? 'not shown' : shownBy.join(', '),
        ]),
      );
    },
  },
  {
    name: 'content picture add',
    argumentHelp: '<file>',
    about:
      'Adds a picture for announcements: JPEG, PNG, JNG, WebP or SVG, up to 5 MB, drawn anew within 1920 x 1080. Says what to write into announcements.json.',
    arguments: 1,
    async run({ ctx }, args) {
      const file = typed(args.positionals[0] ?? '');
      const added = await drawAndAddPicture(ctx, read(file));
      if (!added.ok)
        throw new CommandError(
          `${file} cannot be used: it is no JPEG, PNG, JNG, WebP or SVG, it is broken, or it is too large to be drawn.`,
        );
      return [
        'In announcements.json, as big, medium or small_mobile of images:',
        JSON.stringify(added.value),
      ];
    },
  },
  {
    name: 'content picture remove',
    argumentHelp: '<src>',
    about: 'Takes away a picture that no announcement shows.',
    arguments: 1,
    async run({ ctx }, args) {
      const [src = ''] = args.positionals;
      const removed = await removePicture(ctx, src);
      if (!removed.ok) throw new CommandError(removed.detail ?? removed.reason);
      return [`${src} is gone.`];
    },
  },
];

/** The file's bytes, when it is small enough to be a picture here. */
function read(file: string): Buffer {
  try {
    if (fs.statSync(file).size <= PICTURE_MAX_BYTES) return fs.readFileSync(file);
  } catch (error) {
    const why = errorCode(error) === 'ENOENT' ? 'there is no such file' : firstLine(error);
    throw new CommandError(`${file} cannot be read: ${why}.`, { cause: error });
  }
  throw new CommandError(`${file} is larger than 5 MB.`);
}
