import { pieces, FACES, type Weight } from './pdf-fonts.ts';

export interface Style {
  readonly weight?: Weight;
  readonly size?: number;
  readonly color?: string;
  /** Ends at `x` instead of beginning there. */
  readonly right?: boolean;
}

/** One line of text; `y` is its baseline, in points from the top. */
export interface TextLine extends Style {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

interface Head {
  readonly title: string;
  readonly author: string;
  readonly language: string;
  readonly at: Temporal.Instant;
}

const BODY_SIZE = 10;
export const COLORS = { ink: '#17151a', muted: '#635d69', line: '#e7e2da' } as const;
export const PAGE = { width: 595.28, height: 841.89, margin: 56 } as const;

/** Writes text into a tagged A4 document, each character by a font that has it. pdfkit is loaded with the first one. */
export async function newPage({ title, author, language, at }: Head) {
  const { default: PdfKit } = await import('pdfkit');
  const first = FACES.body[0];
  const font = first?.file();
  // pdfkit takes the bytes of a font here, though its types name paths only.
  const doc = new PdfKit({
    size: 'A4',
    margin: PAGE.margin,
    lang: language,
    tagged: true,
    displayTitle: true,
    pdfVersion: '1.7',
    font: font as unknown as string,
    info: { Title: title, Author: author, Creator: author, CreationDate: new Date(at.epochMilliseconds) },
  });
  const registered = new Set<string>();
  const selectFont = (run: ReturnType<typeof pieces>[number], size: number) => {
    if (!registered.has(run.face.name)) doc.registerFont(run.face.name, run.face.file());
    registered.add(run.face.name);
    return doc.font(run.face.name).fontSize(size);
  };
  const widthOf = (text: string, { weight = 'body', size = BODY_SIZE }: Style = {}): number =>
    pieces(text, weight).reduce((sum, run) => sum + selectFont(run, size).widthOfString(run.text), 0);

  const root = doc.struct('Document');
  doc.addStructure(root);

  function draw({ text, x, y, ...style }: TextLine): void {
    const { weight = 'body', size = BODY_SIZE, color = COLORS.ink, right = false } = style;
    let left = right ? x - widthOf(text, style) : x;
    for (const run of pieces(text, weight)) {
      const width = selectFont(run, size).widthOfString(run.text);
      doc.fillColor(color).text(run.text, left, y, { lineBreak: false, baseline: 'alphabetic' });
      left += width;
    }
  }

  return {
    widthOf,
    /** The words of a text in lines of at most that width; a longer word is cut. */
    wrap(text: string, width: number, style: Style = {}): string[] {
      const lines: string[] = [];
      let line = '';
      for (const word of text.split(/\s+/)) {
        let rest = word;
        const joined = line === '' ? rest : `${line} ${rest}`;
        if (widthOf(joined, style) <= width) {
          line = joined;
          continue;
        }
        if (line !== '') lines.push(line);
        while (widthOf(rest, style) > width) {
          let count = rest.length;
          while (count > 1 && widthOf(rest.slice(0, count), style) > width) count -= 1;
          lines.push(rest.slice(0, count));
          rest = rest.slice(count);
        }
        line = rest;
      }
      return [...lines, line];
    },
    /** A tagged element with its lines: a heading (H1, H2), a paragraph (P). */
    element(tag: string, lines: readonly TextLine[]): void {
      root.add(doc.struct(tag, {}, () => lines.forEach(draw)));
    },
    /** A tagged table; each cell is its lines. */
    table(
      rows: readonly { readonly tag: 'TH' | 'TD'; readonly cells: readonly (readonly TextLine[])[] }[],
    ): void {
      const body = rows.map(({ tag, cells }) => {
        const row = cells.map((lines) => doc.struct(tag, {}, () => lines.forEach(draw)));
        return doc.struct('TR', {}, row);
      });
      root.add(doc.struct('Table', {}, body));
    },
    rule(y: number, from: number, to: number, color: string = COLORS.line): void {
      doc.markContent('Artifact', { type: 'Layout' });
      doc.moveTo(from, y).lineTo(to, y).lineWidth(1).strokeColor(color).stroke();
      doc.endMarkedContent();
    },
    addPage(): void {
      doc.addPage();
    },
    async finish(): Promise<Buffer> {
      const chunks: Buffer[] = [];
      doc.on('data', (chunk: Buffer) => chunks.push(chunk));
      const ended = new Promise<void>((resolve, reject) => {
        doc.on('end', () => resolve());
        doc.on('error', reject);
      });
      root.end();
      doc.end();
      await ended;
      return Buffer.concat(chunks);
    },
  };
}
export type Page = Awaited<ReturnType<typeof newPage>>;
