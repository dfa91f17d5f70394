import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { openApi } from '#server/http/openapi.ts';
import { ENDPOINTS } from '#server/start/rooms.ts';
import { callsOf } from './calls.ts';
import type { Snapshot } from './snapshot.ts';

const SHARED = path.resolve(import.meta.dirname, '../../shared');

/** Today's calls, as their OpenAPI document describes them, by room. */
export async function callsToday(): Promise<Snapshot> {
  const roomOf = await roomsByContract();
  const rooms = Map.groupBy(ENDPOINTS, ({ endpoint }) => {
    const room = roomOf.get(endpoint);
    if (room === undefined) throw new Error(`${endpoint.path} is declared in no contract`);
    return room;
  });
  return Object.fromEntries(
    [...rooms].map(([room, list]) => {
      const endpoints = list.map(({ endpoint }) => endpoint);
      const calls = Object.entries(callsOf(openApi('', endpoints, '')));
      return [room, Object.fromEntries(calls.toSorted(([a], [b]) => (a < b ? -1 : 1)))];
    }),
  );
}

/** The room of each endpoint, by the contract that declares it; of operator also the folder within. */
async function roomsByContract(): Promise<ReadonlyMap<unknown, string>> {
  const files = fs.globSync('**/contract*.ts', { cwd: SHARED });
  const contracts = await Promise.all(
    files.map(async (file) => ({
      room: path.dirname(file).replaceAll(path.sep, '-'),
      values: Object.values((await import(pathToFileURL(path.join(SHARED, file)).href)) as object),
    })),
  );
  return new Map(contracts.flatMap(({ room, values }) => values.map((value: unknown) => [value, room])));
}
