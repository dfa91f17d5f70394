import { lazy } from 'react';
import { FaqPage } from '../../content/help/FaqPage.tsx';

const Shell = lazy(async () => ({ default: (await import('../shell/Shell.tsx')).Shell }));

/** The questions people ask, with the shell for whoever is signed in. */
export function FaqScreen() {
  return <FaqPage Shell={Shell} />;
}
