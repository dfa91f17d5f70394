import { pdfName } from '#shared/billing/rules-invoice.ts';
import { KEPT } from '#shared/privacy/rules-kept.ts';
import { invoiceForMail } from '../../billing/service.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import type { StreamedEntry } from './zip-stream.ts';
import * as queries from './queries-files.ts';

interface Subject {
  readonly id: string;
  readonly name: string;
}

/** The files of a download, one after the other (docs/product/own-data.md#what-a-download-has). */
export async function* entriesOf(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  subject: Subject,
): AsyncGenerator<StreamedEntry> {
  yield { name: 'README.txt', pieces: [Buffer.from(readme(subject, now))] };
  for (const [name, file] of Object.entries(queries.EXPORT_FILES))
    yield { name, pieces: jsonOf(queries.rowsOf(db, file, subject.id)) };
  const picture = await queries.pictureOf(db, subject.id);
  if (picture !== undefined) yield { name: 'picture.webp', pieces: [picture.webp] };
  for (let after = ''; ;) {
    const invoices = await queries.invoicesAfter(db, subject.id, after);
    for (const { id, number } of invoices) {
      const found = await invoiceForMail({ db }, id);
      if (found !== undefined) yield { name: `invoices/${pdfName(number)}`, pieces: [found.pdf] };
    }
    const last = invoices.at(-1);
    if (last === undefined) return;
    after = last.number;
  }
}

/** A list as JSON, row by row. */
async function* jsonOf(rows: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  let between = '[\n';
  for await (const row of rows) {
    yield Buffer.from(between + JSON.stringify(row));
    between = ',\n';
  }
  yield Buffer.from(between === '[\n' ? '[]\n' : '\n]\n');
}

function readme({ name }: Subject, now: Temporal.Instant): string {
  const kinds = KEPT.map(
    ({ what, why, howLong, files, notInDownload }) =>
      `${files.length === 0 ? '(not in this download)' : files.join(', ')}\n  ${what}.\n  Why: ${why}\n  How long: ${howLong}${
        notInDownload === undefined ? '' : `\n  Not here: ${notInDownload}`
      }\n`,
  );
  return `What the studio has stored of ${name}, as of ${now.toString()}.

The files are JSON: lists of what there is, one thing each. A list without anything
is []. Times are in UTC.

${kinds.join('\n')}
Sound files are not in here, since they can be many gigabytes: files.json lists
them. Open the session of that number in the studio and choose "Download all".
`;
}
