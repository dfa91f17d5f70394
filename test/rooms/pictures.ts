import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

const WIDTH = 640;
const HEIGHT = 400;

/** A picture whose left half is red and whose right half is blue. */
export async function halves(): Promise<Sharp> {
  const half = await sharp({ create: { width: WIDTH / 2, height: HEIGHT, channels: 3, background: '#00f' } })
    .png()
    .toBuffer();
  const whole = await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#f00' } })
    .composite([{ input: half, left: WIDTH / 2, top: 0 }])
    .png()
    .toBuffer();
  return sharp(whole);
}

/** Red, green and blue (0 to 255) at a place, given as fractions of width and height. */
export async function colorAt(picture: Buffer, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
  return [...data.subarray(at, at + 3)];
}

const size = (n: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(n);
  return bytes;
};

function chunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  return Buffer.concat([size(content.length), body, size(crc32(body))]);
}

/** A decompression bomb: a PNG of many zero pixels. */
export function greyPng(width: number, height: number, rows = height): Buffer {
  const header = Buffer.concat([size(width), size(height), Buffer.from([8, 0, 0, 0, 0])]);
  const data = deflateSync(Buffer.alloc(rows * (width + 1)));
  const parts = [chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), ...parts]);
}

/** A JNG around a JPEG in two chunks. */
export function jngOf(jpeg: Buffer): Buffer {
  const parts = [
    chunk('JHDR', Buffer.alloc(16)),
    chunk('JDAT', jpeg.subarray(0, 1000)),
    chunk('JDAT', jpeg.subarray(1000)),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([Buffer.from([0x8b, 0x4a, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), ...parts]);
}

/** An SVG of 24 × 24 around `inside`. */
export function svgOf(inside: string, attributes = 'width="24" height="24"'): Buffer {
  const names = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
  return Buffer.from(`<svg ${names} ${attributes}>${inside}</svg>`);
}
