import fs from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { DOCUMENTS, DOCUMENT_NAMES } from '#server/content/documents/registry.ts';
import {
  exportDocuments,
  importDocuments,
  resetDocument,
  type DocumentFile,
} from '#server/content/service.ts';
import { SELL_TEXT } from '#shared/operator/content/texts-content.ts';
import { errorCode, firstLine } from '#server/lib/start-error.ts';
import { columns, CommandError, invalidInput, type Command } from './command.ts';
import { programCommand } from '#server/lib/program-command.ts';

const FOLLOW = 'Running servers follow within seconds.';

/** npm runs scripts in the project's folder; a path is meant from where it was typed. */
export const typed = (file: string): string => path.resolve(process.env['INIT_CWD'] ?? '.', file);

export const CONTENT: readonly Command[] = [
  {
    name: 'content list',
    argumentHelp: '',
    about: 'Every document, and whether it was changed here.',
    arguments: 0,
    async run({ ctx }) {
      const now = new Map(
        (await exportDocuments(ctx)).map(({ file, text }) => [file, JSON.parse(text) as unknown]),
      );
      return columns(
        DOCUMENT_NAMES.map((name) => [
          name,
          isDeepStrictEqual(now.get(`${name}.json`), JSON.parse(JSON.stringify(DOCUMENTS[name].shipped)))
            ? 'shipped'
            : 'changed',
        ]),
      );
    },
  },
  {
    name: 'content export',
    argumentHelp: '<folder> [--force]',
    about:
      'Writes all documents as JSON files. Files there that differ are left alone, and nothing is written, unless --force.',
    switches: ['force'],
    arguments: 1,
    async run({ ctx }, args) {
      const folder = typed(args.positionals[0] ?? '');
      const files = await exportDocuments(ctx);
      const differing = files.filter(({ file, text }) => differs(path.join(folder, file), text));
      if (differing.length > 0 && !args.is('force'))
        throw new CommandError(
          `${folder} has files that differ: ${differing.map(({ file }) => file).join(', ')}. Import them first, choose another folder, or say --force.`,
        );
      write(folder, files);
      return [`${files.length} documents are in ${folder}.`];
    },
  },
  {
    name: 'content import',
    argumentHelp: '<folder>',
    about:
      'Takes the JSON files of a folder, all or none; every field that is wrong is named, and what of the HTML is left out.',
    arguments: 1,
    async run({ ctx }, args) {
      const folder = typed(args.positionals[0] ?? '');
      const imported = await importDocuments(ctx, read(folder));
      if (!imported.ok) throw invalidInput('Nothing was imported.', imported.errors);
      const { changed, removed } = imported.value;
      return [
        changed.length === 0 ? 'Nothing has changed.' : `Changed: ${changed.join(', ')}. ${FOLLOW}`,
        ...(changed.includes('pricing')
          ? [SELL_TEXT, `Or by ${programCommand('studio', 'prices sync')}.`]
          : []),
        ...(removed.length === 0 ? [] : ['Left out, since the studio does not show it:']),
        ...removed.map(({ field, message }) => `  ${field}: ${message}`),
      ];
    },
  },
  {
    name: 'content reset',
    argumentHelp: '<document>',
    about: 'Lets the shipped document count again.',
    arguments: 1,
    async run({ ctx }, args) {
      const [name = ''] = args.positionals;
      const reset = await resetDocument(ctx, name);
      if (!reset.ok) throw new CommandError(reset.detail ?? reset.reason);
      return [`${name} is as shipped. ${FOLLOW}`];
    },
  },
];

function differs(file: string, text: string): boolean {
  return fs.existsSync(file) && fs.readFileSync(file, 'utf8') !== text;
}

/** Each whole or not at all. */
function write(folder: string, files: readonly DocumentFile[]): void {
  try {
    fs.mkdirSync(folder, { recursive: true });
    for (const { file, text } of files) {
      const draft = path.join(folder, `.${file}.${process.pid}`);
      fs.writeFileSync(draft, text);
      fs.renameSync(draft, path.join(folder, file));
    }
  } catch (error) {
    throw new CommandError(`${folder} cannot be written: ${firstLine(error)}`, { cause: error });
  }
}

function read(folder: string): DocumentFile[] {
  try {
    const names = fs.readdirSync(folder).filter((name) => name.endsWith('.json') && !name.startsWith('.'));
    if (names.length === 0) throw new CommandError(`${folder} has no JSON files.`);
    return names.map((file) => ({ file, text: fs.readFileSync(path.join(folder, file), 'utf8') }));
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const why = errorCode(error) === 'ENOENT' ? 'there is no such folder' : firstLine(error);
    throw new CommandError(`${folder} cannot be read: ${why}.`, { cause: error });
  }
}
