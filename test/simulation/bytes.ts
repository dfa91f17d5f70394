import { Readable } from 'node:stream';
import type { SimulatedPerson } from './person.ts';
import type { World } from './world.ts';

/** Sends bytes to a signed link of the studio's own store, through any process, again after storage went away meanwhile. */
export async function upload(
  world: World,
  url: string,
  bytes: Buffer,
  person: SimulatedPerson,
): Promise<number> {
  const broken = world.faults.breakUpload();
  if (broken === null) return (await send(world, 'PUT', url, person, bytes)).statusCode;
  const half = Math.floor(bytes.length / 2);
  const parts = async function* (): AsyncGenerator<Buffer> {
    yield bytes.subarray(0, half);
    await new Promise(setImmediate);
    broken.away();
    yield bytes.subarray(half);
  };
  const first = { bytes: Readable.from(parts()), length: bytes.length };
  await send(world, 'PUT', url, person, first);
  broken.back();
  const { statusCode } = await send(world, 'PUT', url, person, bytes);
  if (statusCode >= 500) world.report.breach(`what storage broke off cannot be sent again: ${statusCode}`);
  return statusCode;
}

/** Reads a signed link; null where the store is away. */
export async function download(world: World, url: string, person: SimulatedPerson): Promise<Buffer | null> {
  const { statusCode, rawPayload } = await send(world, 'GET', url, person);
  if (statusCode === 200) return rawPayload;
  if (!world.faults.areOn) world.report.breach(`a download answered ${statusCode}`);
  return null;
}

function send(
  { processes }: World,
  method: 'GET' | 'PUT',
  url: string,
  { address }: SimulatedPerson,
  sent?: Buffer | { readonly bytes: Readable; readonly length: number },
) {
  const payload = sent === undefined || Buffer.isBuffer(sent) ? sent : sent.bytes;
  const { host, origin } = new URL(url);
  return processes.any().http.inject({
    method,
    url: url.slice(origin.length),
    headers: {
      host,
      'x-forwarded-for': address,
      ...(sent === undefined ? {} : { 'content-length': String(sent.length) }),
    },
    ...(payload === undefined ? {} : { payload }),
  });
}
