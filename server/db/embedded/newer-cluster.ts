import fs from 'node:fs';
import path from 'node:path';
import { findBinaries, majorOf, programsOf } from './binaries.ts';
import { initCluster } from './cluster.ts';
import { stopCluster } from './launcher.ts';
import { fallbackFolder, placesBeside, switchPlace } from './places.ts';
import { serverOf, type Server } from './running.ts';

/** A cluster of an older PostgreSQL, and the place of the one that takes its rows over. */
export interface NewerCluster {
  /** The cluster in use, with the programs that made it. */
  readonly older: Server;
  /** A new cluster at a place of its own, with this release's programs. */
  readonly newer: Server;
  readonly majors: { readonly older: number; readonly newer: number };
  /** Where the new cluster ends up. */
  readonly place: string;
}

/**
 * Plans the move of a data folder's cluster to this release's PostgreSQL. `programs`: see `programsOf`. Nothing is
 * changed. Throws an Error of one line when there is nothing to move, or not with these programs.
 */
export function planNewerCluster(folder: string, programs: string): NewerCluster {
  if (!fs.existsSync(folder)) throw new Error(`There is no folder ${folder}.`);
  const newer = serverOf(folder);
  const { dataDir, user, places } = newer;
  const versionFile = path.join(places.data, 'PG_VERSION');
  if (!fs.existsSync(versionFile)) throw new Error(`There is no database in ${places.data}.`);
  const majors = {
    older: majorOf(fs.readFileSync(versionFile, 'utf8')),
    newer: majorOf(newer.binaries.version),
  };
  if (majors.older >= majors.newer)
    throw new Error(
      `The database in ${places.data} is of PostgreSQL ${majors.older}, and this release brings ${majors.newer}: there is nothing to upgrade.`,
    );
  const given = programsOf(path.resolve(programs));
  if (majorOf(given.version) !== majors.older)
    throw new Error(
      `The database in ${places.data} is of PostgreSQL ${majors.older}, and the programs in ${given.folder} are of ${given.version}.`,
    );
  const place = path.join(path.dirname(places.data), `postgres-${majors.newer}`);
  if (fs.existsSync(place)) throw new Error(`${place} is there already. Move it away first.`);
  const binaries = findBinaries(user, () => fallbackFolder(dataDir), given);
  return {
    older: { ...newer, binaries },
    newer: { ...newer, places: placesBeside(places, `${place}.unfinished`, user) },
    majors,
    place,
  };
}

/** Makes the new cluster, empty. What an earlier try left there is stopped and removed. */
export async function makeNewerCluster({ newer }: NewerCluster): Promise<void> {
  await dropNewerCluster({ newer });
  initCluster(newer.places.data, { ...newer, durable: true });
}

/** Stops and removes the new cluster, which is not in use. */
export async function dropNewerCluster({ newer }: Pick<NewerCluster, 'newer'>): Promise<void> {
  const { data } = newer.places;
  await stopCluster(newer);
  const folder = path.dirname(data);
  for (const name of fs.readdirSync(folder))
    if (name.startsWith(path.basename(data)))
      fs.rmSync(path.join(folder, name), { recursive: true, force: true });
}

/** Has the data folder use the new cluster, which must be stopped; returns the note that says so. */
export function switchToNewerCluster({ newer, place }: NewerCluster): string {
  fs.renameSync(newer.places.data, place);
  fs.rmSync(newer.places.socket, { recursive: true, force: true });
  return switchPlace(newer.dataDir, place);
}
