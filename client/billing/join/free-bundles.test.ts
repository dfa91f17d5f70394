import { expect, test } from 'vitest';
import type { Bundle } from '#shared/content/contract-documents.ts';
import { freeBundles } from './free-bundles.ts';

const bundle = (id: string, price: number, credits: number): Bundle => ({
  id,
  title: id,
  price,
  credits,
  pricing_bundle: [],
});

test('offers what costs nothing, the bundle of no credits first', () => {
  const bundles = [bundle('gift', 0, 2), bundle('three', 219, 3), bundle('trial', 0, 0)];
  expect(freeBundles({ bundles }).map(({ id }) => id)).toEqual(['trial', 'gift']);
});

test('offers nothing where everything has a price', () => {
  expect(freeBundles({ bundles: [bundle('three', 219, 3)] })).toEqual([]);
});
