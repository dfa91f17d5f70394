import { lazy } from 'react';
import { MusicianPage } from '../../explore/page/MusicianPage.tsx';

const Shell = lazy(async () => ({ default: (await import('../shell/Shell.tsx')).Shell }));

/** A musician's page, with the shell for whoever is signed in. */
export function MusicianScreen() {
  return <MusicianPage Shell={Shell} />;
}
