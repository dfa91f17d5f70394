import type { SimulatedPerson } from './person.ts';
import type { World } from './world.ts';

/** Sends bytes to a signed link of the studio's own store, through any process; returns the status. */
export async function upload(
  world: World,
  url: string,
  bytes: Buffer,
  person: SimulatedPerson,
): Promise<number> {
  return (await send(world, 'PUT', url, person, bytes)).statusCode;
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
  payload?: Buffer,
) {
  const { host, origin } = new URL(url);
  return processes.any().http.inject({
    method,
    url: url.slice(origin.length),
    headers: {
      host,
      'x-forwarded-for': address,
      ...(payload === undefined ? {} : { 'content-length': payload.length }),
    },
    ...(payload === undefined ? {} : { payload }),
  });
}
