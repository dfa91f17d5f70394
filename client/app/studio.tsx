import { studioTree } from './routes/router-studio.tsx';
import { start } from './start.tsx';

void start(studioTree);
