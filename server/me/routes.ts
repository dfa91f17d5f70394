import * as contract from '../../shared/me/contract.ts';
import { serve, type Bound } from '../lib/bind.ts';
import { me } from './service.ts';

export const routes: readonly Bound[] = [serve(contract.getMe, (ctx) => me(ctx))];
