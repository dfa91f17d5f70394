import { operatorTree } from './router-operator.tsx';
import { start } from './start.tsx';

void start(operatorTree);
