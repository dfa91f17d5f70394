import { ConsoleSearch } from '../../operator/search/ConsoleSearch.tsx';
import { CONSOLE_VIEW } from './console-places.ts';
import { Shell } from './Shell.tsx';

/** The frame of the console: with its places and its search. */
export function ConsoleShell() {
  return <Shell aside={<ConsoleSearch />} view={CONSOLE_VIEW} />;
}
