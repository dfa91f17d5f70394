import * as contract from '#shared/sessions/contract.ts';
import * as feedContract from '#shared/sessions/contract-feed.ts';
import { getToday } from '#shared/sessions/contract-today.ts';
import { serve, type Bound } from '../http/bind.ts';
import { createTrack, listTracks } from './create-track.ts';
import * as feed from './feed/feed.ts';
import { rate } from './rate.ts';
import * as sessions from './service.ts';
import { today } from './today/read-today.ts';

export const routes: readonly Bound[] = [
  serve(contract.listSessions, (ctx, input) => sessions.listSessions(ctx, input)),
  serve(getToday, (ctx) => today(ctx)),
  serve(contract.getSession, (ctx, input) => sessions.getSession(ctx, input)),
  serve(contract.approve, (ctx, input) => sessions.approve(ctx, input)),
  serve(contract.close, (ctx, input) => sessions.close(ctx, input)),
  serve(contract.rate, rate),
  serve(contract.createTrack, (ctx, input) => createTrack(ctx, input)),
  serve(contract.listTracks, (ctx, input) => listTracks(ctx, input)),
  serve(feedContract.getFeed, feed.getFeed),
  serve(feedContract.makeFeed, feed.makeFeed),
  serve(feedContract.stopFeed, feed.stopFeed),
  serve(feedContract.readFeed, feed.readFeed),
];
