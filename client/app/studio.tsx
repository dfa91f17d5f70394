import { studioTree } from './router-studio.tsx';
import { start } from './start.tsx';

void start(studioTree);
