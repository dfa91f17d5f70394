import { operatorTree } from './routes/router-operator.tsx';
import { start } from './start.tsx';

void start(operatorTree);
