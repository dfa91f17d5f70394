import type { Plugin } from 'vite';

const IMPORT = 'import { ScrollArea } from "../ScrollArea/ScrollArea.mjs";\n';
const USE = 'scrollAreaComponent === ScrollArea.Autosize || void 0';

/**
 * Takes Mantine's scroll area out of its dialogs and panels, where ours scroll as the browser does: they ask only whether
 * it was given, and for that load it with all of Floating UI, 19 kB.
 */
export function plainScrolling(): Plugin {
  return {
    name: 'plain-scrolling',
    apply: 'build',
    transform: {
      filter: { id: /@mantine\/core\/esm\/components\/(?:Modal\/Modal|Drawer\/Drawer)Root\.mjs$/ },
      handler(code, id) {
        if (!code.includes(IMPORT) || !code.includes(USE)) this.error(`${id} uses the scroll area otherwise`);
        return { code: code.replace(IMPORT, '').replace(USE, 'void 0'), map: null };
      },
    },
  };
}
