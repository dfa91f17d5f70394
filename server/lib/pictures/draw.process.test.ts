import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { drawPicture } from './draw.ts';
import { colorAt, greyPng, halves, jngOf, svgOf } from '#test/rooms/pictures.ts';

const RED = [255, 0, 0];
const BLUE = [0, 0, 255];

async function drawn(bytes: Buffer): Promise<Buffer> {
  const picture = await drawPicture(bytes);
  if (picture === null) throw new Error('nothing was drawn');
  const { format, width, height } = await sharp(picture).metadata();
  expect([format, width, height]).toEqual(['webp', 512, 512]);
  return picture;
}

/** Name of the color at a place, as far as a lossy picture keeps it. */
async function seenAt(picture: Buffer, x: number, y: number): Promise<string> {
  const color = await colorAt(picture, x, y);
  const is = (wanted: readonly number[]) =>
    wanted.every((value, at) => Math.abs((color[at] ?? -1) - value) < 40);
  return is(RED) ? 'red' : is(BLUE) ? 'blue' : color.join(' ');
}

describe('what is drawn', () => {
  test.each(['jpeg', 'png', 'webp'] as const)('a %s is drawn anew as a square', async (format) => {
    const picture = await drawn(await (await halves()).toFormat(format).toBuffer());
    expect(await seenAt(picture, 0.1, 0.5)).toBe('red');
    expect(await seenAt(picture, 0.9, 0.5)).toBe('blue');
  });

  test.each([
    ['a picture stays as it is', async () => (await halves()).png().toBuffer(), 640, 400],
    ['a large one is made to fit', async () => greyPng(4000, 1000), 1920, 480],
    ['a drawing fills the place', async () => svgOf('', 'viewBox="0 0 16 9"'), 1920, 1080],
  ])('a wide one is not cut: %s', async (_what, make, width, height) => {
    const picture = await drawPicture(await make(), { shape: 'wide' });
    expect(picture).not.toBeNull();
    expect(await sharp(picture ?? undefined).metadata()).toMatchObject({ format: 'webp', width, height });
  });

  test('a jng: its colours', async () => {
    const picture = await drawn(jngOf(await (await halves()).jpeg().toBuffer()));
    expect(await seenAt(picture, 0.1, 0.5)).toBe('red');
  });

  test('the camera was held sideways: turned as it should be, and nothing else of the file is kept', async () => {
    const exif = { IFD0: { Artist: 'Ada Lovelace' } };
    const sideways = await (
      await halves()
    )
      .withMetadata({ orientation: 6 })
      .withExifMerge(exif)
      .jpeg()
      .toBuffer();
    const picture = await drawn(sideways);
    expect(await seenAt(picture, 0.5, 0.1)).toBe('red');
    expect(await seenAt(picture, 0.5, 0.9)).toBe('blue');
    const kept = await sharp(picture).metadata();
    expect([kept.exif, kept.xmp, kept.icc, kept.orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(picture.includes('Lovelace')).toBe(false);
  });

  test('of a moving webp its first frame', async () => {
    const frames = await Promise.all(
      ['#f00', '#00f'].map((background) =>
        sharp({ create: { width: 64, height: 64, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const moving = await sharp(frames, { join: { animated: true } })
      .webp({ loop: 0, delay: 100 })
      .toBuffer();
    expect((await sharp(moving).metadata()).pages).toBe(2);
    const picture = await drawn(moving);
    expect((await sharp(picture).metadata()).pages ?? 1).toBe(1);
    expect(await seenAt(picture, 0.5, 0.5)).toBe('red');
  });

  test.each([
    [
      'small',
      svgOf('<rect width="12" height="24" fill="#f00"/><rect x="12" width="12" height="24" fill="#00f"/>'),
    ],
    [
      'with a prologue',
      Buffer.concat([
        Buffer.from(
          '\uFEFF<?xml version="1.0"?>\n<!-- by hand -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n',
        ),
        svgOf('<rect width="12" height="24" fill="#f00"/>'),
      ]),
    ],
    ['without a size', svgOf('<rect width="12" height="24" fill="#f00"/>', 'viewBox="0 0 24 24"')],
  ])('an svg %s is drawn as sharp as it is shown', async (_, svg) => {
    const picture = await drawn(svg);
    expect(await seenAt(picture, 0.48, 0.5)).toBe('red');
  });
});

describe('active content in a drawing', () => {
  test('scripts, events and links to pages', async () => {
    const inside =
      '<script>fetch("http://127.0.0.1/")</script><a href="javascript:alert(1)"><rect onload="alert(1)" width="24" height="24" fill="#f00"/></a><foreignObject><body xmlns="http://www.w3.org/1999/xhtml" onload="alert(1)"/></foreignObject>';
    const picture = await drawn(svgOf(inside));
    expect(await seenAt(picture, 0.5, 0.5)).toBe('red');
    expect(/script|javascript|onload/.test(picture.toString('latin1'))).toBe(false);
  });

  test('nothing outside is asked for: neither another server nor a file', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end();
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const inside = `<style>@import url("${at}/css"); rect { fill: url("${at}/fill") }</style><image href="${at}/image" width="24" height="24"/><use xlink:href="${at}/use#x"/><image href="file:///etc/hostname" width="9" height="9"/>`;
    const linked = Buffer.concat([Buffer.from(`<?xml-stylesheet href="${at}/sheet"?>`), svgOf(inside)]);
    await drawPicture(svgOf(inside));
    await drawPicture(linked);
    server.close();
    expect(asked).toEqual([]);
  });
});

describe('invalid and excessive pictures', () => {
  const entities = Array.from({ length: 10 }, (_, n) =>
    n === 0 ? '<!ENTITY l0 "lollollollol">' : `<!ENTITY l${n} "${`&l${n - 1};`.repeat(10)}">`,
  ).join('');
  const page = '<!doctype html><html><body><script>alert(1)</script></body></html>';
  test.each([
    ['an empty file', Buffer.alloc(0)],
    ['a page', Buffer.from(page)],
    ['a page with a drawing in it', Buffer.from(`<html><body>${svgOf('').toString()}</body></html>`)],
    ["a page behind a png's first bytes", Buffer.concat([greyPng(1, 1).subarray(0, 8), Buffer.from(page)])],
    ['text', Buffer.from('just words')],
    [
      'entities that unfold to ten gigabytes',
      Buffer.concat([Buffer.from(`<!DOCTYPE svg [${entities}]>`), svgOf('<text>&l9;</text>')]),
    ],
    [
      'an entity that is a file',
      Buffer.concat([
        Buffer.from('<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/hostname">]>'),
        svgOf('<text y="20">&x;</text>'),
      ]),
    ],
    ['a drawing of 50,000 × 50,000', svgOf('<rect width="9" height="9"/>', 'width="50000" height="50000"')],
    ['a png of 50,000 × 50,000', greyPng(50_000, 50_000, 2000)],
    ['comments without an end', Buffer.from(`${'<!---->'.repeat(5000)}<!--`)],
  ])('%s', async (_, bytes) => {
    expect(await drawPicture(bytes)).toBeNull();
  });

  test.each(['gif', 'tiff', 'avif'] as const)('a %s, which is not among the formats', async (format) => {
    const picture = await (await halves()).resize(64).toFormat(format).toBuffer();
    expect(await drawPicture(picture)).toBeNull();
  });

  test.each(['jpeg', 'png', 'webp'] as const)('a %s that is cut off', async (format) => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const whole = await sharp({ create: { width: 300, height: 300, channels: 3, noise, background: '#000' } })
      .toFormat(format)
      .toBuffer();
    await drawn(whole);
    expect(await drawPicture(whole.subarray(0, Math.floor(whole.length / 2)))).toBeNull();
  });

  test('a drawing that would be drawn for ever ends with its process', async () => {
    const filter =
      '<filter id="f" x="-9" y="-9" width="50" height="50"><feTurbulence numOctaves="100" baseFrequency="9"/><feMorphology radius="400"/></filter>';
    const endless = svgOf(
      `${filter}${'<g filter="url(#f)">'.repeat(200)}<rect width="9" height="9"/>${'</g>'.repeat(200)}`,
    );
    expect(await drawPicture(endless, { maxCpuMs: 1500 })).toBeNull();
  });

  test('memory of this process stays flat over pictures that unfold', async () => {
    const bomb = greyPng(7000, 7000);
    const hidden = svgOf(
      `<image href="data:image/png;base64,${greyPng(30_000, 30_000, 9000).toString('base64')}" width="24" height="24"/>`,
    );
    await drawPicture(bomb);
    const before = process.memoryUsage();
    for (let turn = 0; turn < 3; turn += 1)
      await Promise.all([bomb, hidden, greyPng(50_000, 50_000, 2000)].map((bytes) => drawPicture(bytes)));
    const after = process.memoryUsage();
    const grown = after.rss - before.rss + (after.external - before.external);
    expect(grown).toBeLessThan(150 * 1024 ** 2);
  });
});
