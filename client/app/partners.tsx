import { partnersTree } from './routes/router-partners.tsx';
import { start } from './start.tsx';

void start(partnersTree);
