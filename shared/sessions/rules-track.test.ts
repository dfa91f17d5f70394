import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalizeLink, validateTrack } from './rules-track.ts';

const track = (more: Partial<Parameters<typeof validateTrack>[0]> = {}) =>
  validateTrack({ title: 'Song', ...more });
const long = (length: number) => 'x'.repeat(length);

const link = (length: number) => `https://example.com/${long(length - 20)}`;

describe('track details', () => {
  test('a track name is required and under 255 characters', () => {
    for (const title of ['', '   ', null, undefined]) {
      expect(track({ title })).toEqual([{ field: 'title', message: 'You need to provide a track name' }]);
    }
    expect(track({ title: long(254) })).toEqual([]);
    expect(track({ title: long(255) })).toEqual([{ field: 'title', message: 'Track Name is too long' }]);
  });

  test('a reference track must look like a link', () => {
    expect(track({ reference_track: 'a bit like Prince' })).toEqual([
      {
        field: 'reference_track',
        message:
          'Seems like you are entering something that is not a link. You can leave comments in the deliverables section.',
      },
    ]);
    expect(track({ reference_track: '' })).toEqual([]);
    expect(track({ reference_track: link(254) })).toEqual([]);
    expect(track({ reference_track: link(255) })).toMatchObject([{ field: 'reference_track' }]);
  });

  test.each([
    ['https://youtu.be/abc?t=1', 'https://youtu.be/abc?t=1'],
    ['http://example.com:8080/a', 'http://example.com:8080/a'],
    ['www.youtube.com/watch?v=1', 'https://www.youtube.com/watch?v=1'],
    ['  soundcloud.com/me ', 'https://soundcloud.com/me'],
    ['example.com:8080/a', 'https://example.com:8080/a'],
    ['müsik.example/lied', 'https://müsik.example/lied'],
    ['javascript:alert(1)//example.com', null],
    ['data:text/html,example.com', null],
    ['ftp://example.com', null],
    ['https://', null],
    ['https://localhost', null],
    ['two words.com', null],
    ['.com', null],
  ])('%s leads to %s', (text, address) => {
    expect(normalizeLink(text)).toBe(address);
  });

  test('only http and https ever come out of a link', () => {
    const schemes = fc.constantFrom('javascript:', 'data:', 'http://', 'https://', '', 'x.y:');
    fc.assert(
      fc.property(schemes, fc.oneof(fc.string(), fc.webUrl(), fc.domain()), (scheme, rest) => {
        const address = normalizeLink(scheme + rest) ?? 'https://example.com';
        expect(address).toMatch(/^https?:\/\//i);
      }),
    );
  });

  test('meter and BPM are free text up to 254 characters, the genre is one of the list', () => {
    expect(track({ meter: '7/8', bpm: 'about 120' })).toEqual([]);
    expect(track({ meter: long(255), bpm: long(255) }).map(({ field }) => field)).toEqual(['meter', 'bpm']);
    expect(track({ track_genre: 'Hip Hop / Rap' })).toEqual([]);
    expect(track({ track_genre: 'Polka of the future' })).toMatchObject([{ field: 'track_genre' }]);
  });

  test('errors are named by where they stand in the body', () => {
    expect(validateTrack({ title: '' }, 'session_info.')[0]?.field).toBe('session_info.title');
  });
});
