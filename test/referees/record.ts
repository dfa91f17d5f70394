import { expect } from 'vitest';
import { recordFile } from './recorded.ts';

recordFile(expect.getState().testPath ?? '');
