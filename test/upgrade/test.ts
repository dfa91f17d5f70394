import fs from 'node:fs';
import { test as base } from 'vitest';
import { temporaryFolder } from '../browser/demo-folder.ts';
import { startCluster } from '../several/cluster.ts';
import { contractsOf } from '../several/contracts.ts';
import { makeReleases } from './previous.ts';

/** Processes of the release before that stand behind nginx at first; one more of the cluster has not started yet. */
export const OLD = 2;

/** `test` with two processes of the release before behind nginx, and what one needs to upgrade them. */
export const test = base
  .extend('place', { scope: 'file' }, ({}, { onCleanup }) => {
    const place = temporaryFolder();
    onCleanup(() => fs.rmSync(place, { recursive: true, force: true }));
    return place;
  })
  .extend('releases', { scope: 'file' }, async ({ place }) => {
    const releases = await makeReleases(place);
    console.log(`upgrading ${releases.about}: ${releases.added.join(', ')}`);
    return releases;
  })
  .extend('cluster', { scope: 'file' }, async ({ releases }, { onCleanup }) => {
    const cluster = await startCluster({ release: releases.old, started: OLD });
    onCleanup(() => cluster.close());
    return cluster;
  })
  .extend('musicians', { scope: 'file' }, ({ cluster: { studio } }) =>
    Promise.all(['Joao Silva', 'Rui Costa', 'Ana Reis'].map((name) => studio.makeMusician({ name }))),
  )
  /** The calls of tabs that were opened before the upgrade. */
  .extend('oldContracts', { scope: 'file' }, ({ releases }) => contractsOf(releases.old));
