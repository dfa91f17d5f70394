import { partnersTree } from './router-partners.tsx';
import { start } from './start.tsx';

void start(partnersTree);
