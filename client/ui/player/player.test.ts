import { beforeEach, describe, expect, test } from 'vitest';
import { createPlayer, type Track } from './player.ts';

/** A silent element that the test controls. */
class FakeAudio extends EventTarget {
  src = '';
  currentTime = 0;
  duration = Number.NaN;
  error: MediaError | null = null;
  paused = true;
  refusal: Error | null = null;

  play(): Promise<void> {
    if (this.refusal !== null) return Promise.reject(this.refusal);
    this.paused = false;
    return Promise.resolve();
  }
  pause(): void {
    if (this.paused) return;
    this.paused = true;
    this.say('pause');
  }
  load(): void {
    this.currentTime = 0;
  }
  removeAttribute(): void {
    this.src = '';
  }
  say(type: string): void {
    this.dispatchEvent(new Event(type));
  }
  /** The first bytes have arrived and it plays. */
  begin(seconds = 60): void {
    this.currentTime = 0;
    this.duration = seconds;
    this.say('loadedmetadata');
    if (!this.paused) this.say('playing');
  }
  hearTo(seconds: number): void {
    this.currentTime = seconds;
    this.say('timeupdate');
  }
  breakWith(code: number, message = ''): void {
    this.error = { code, message } as MediaError;
    this.paused = true;
    this.say('error');
  }
}

const playable = (id: string): Track => ({ id, title: id, label: id });
const [BASS, KEYS] = [playable('bass.wav'), playable('keys.mp3')];

let audio: FakeAudio;
let now: number;
let asked: string[];
let links: (() => Promise<string>)[];
const answered = () => new Promise((resolve) => void setTimeout(resolve));

function opened() {
  return createPlayer({
    audio,
    link: ({ id }) => {
      asked.push(id);
      return (links.shift() ?? (() => Promise.resolve(`/${id}?${asked.length}`)))();
    },
    errorMessage: (error) => (error as Error).message,
    clock: () => now,
    unplayable: 'Your browser cannot play this file.',
  });
}
/** A player that plays this file. */
async function playing(what: Track) {
  const player = opened();
  player.press(what);
  await answered();
  audio.begin();
  return player;
}

beforeEach(() => {
  audio = new FakeAudio();
  now = 0;
  asked = [];
  links = [];
});

describe('the player', () => {
  test('plays a file once its link has come, and says where it is', async () => {
    const player = opened();
    player.press(BASS);
    expect(player.get()).toMatchObject({ track: BASS, status: 'loading', at: 0, seconds: null });
    expect(player.activeId()).toBe('bass.wav');
    await answered();
    expect(audio.src).toBe('/bass.wav?1');
    audio.begin(60);
    audio.hearTo(2.5);
    expect(player.get()).toMatchObject({ status: 'playing', at: 2.5, seconds: 60 });
  });

  test('pauses and goes on, by the same press and by the toggle', async () => {
    const player = await playing(BASS);
    player.press(BASS);
    expect(player.get()?.status).toBe('paused');
    expect(player.activeId()).toBeNull();
    player.toggle();
    audio.say('playing');
    expect(player.get()?.status).toBe('playing');
    expect(asked).toEqual(['bass.wav']);
  });

  test('plays one file at a time; a late link of the one before changes nothing', async () => {
    const late = Promise.withResolvers<string>();
    links = [() => late.promise];
    const player = opened();
    player.press(BASS);
    player.press(KEYS);
    await answered();
    late.resolve('/late');
    await answered();
    expect(audio.src).toBe('/keys.mp3?2');
    expect(player.get()?.track.id).toBe('keys.mp3');
  });

  test('seeks within the file, also while it pauses', async () => {
    const player = await playing(BASS);
    player.seek(30);
    expect(audio.currentTime).toBe(30);
    player.toggle();
    player.seek(999);
    expect(player.get()).toMatchObject({ status: 'paused', at: 60 });
    player.seek(-5);
    expect(audio.currentTime).toBe(0);
  });

  test('asks again for a link that broke in the middle, and goes on at the same place', async () => {
    const player = await playing(BASS);
    audio.hearTo(41);
    audio.breakWith(2);
    expect(player.get()).toMatchObject({ status: 'loading', at: 41 });
    await answered();
    expect(audio.src).toBe('/bass.wav?2');
    audio.begin();
    expect(audio.currentTime).toBe(41);
    expect(player.get()).toMatchObject({ status: 'playing', at: 41, problem: null });
    audio.hearTo(42);
    audio.breakWith(2);
    await answered();
    expect(asked).toHaveLength(3);
  });

  test('asks for a new link before a jump or a start when the old one is nearly over', async () => {
    const player = await playing(BASS);
    now = 14 * 60_000 + 1;
    player.seek(50);
    await answered();
    audio.begin();
    expect(audio.currentTime).toBe(50);
    player.toggle();
    now *= 2;
    player.toggle();
    await answered();
    audio.begin();
    expect(asked).toHaveLength(3);
    expect(player.get()).toMatchObject({ status: 'playing', at: 50 });
  });

  test('says what is wrong when it breaks twice in a row, and another press tries again', async () => {
    const player = await playing(BASS);
    audio.hearTo(10);
    audio.breakWith(2);
    await answered();
    audio.breakWith(2);
    expect(player.get()).toMatchObject({ status: 'failed', at: 10 });
    expect(player.get()?.problem).toMatch(/connection was lost/);
    expect(player.activeId()).toBeNull();
    player.toggle();
    await answered();
    audio.begin();
    expect(player.get()).toMatchObject({ status: 'playing', at: 10, problem: null });
  });

  test('says that the browser cannot play what is no sound', async () => {
    const player = opened();
    player.press(BASS);
    await answered();
    audio.breakWith(4);
    await answered();
    audio.breakWith(4);
    expect(player.get()?.problem).toMatch(/cannot play this file/);
  });

  test('does not blame the file where the machine has no sound device', async () => {
    const player = await playing(BASS);
    audio.breakWith(3, 'OnMediaSinkAudioError');
    expect(player.get()?.problem).toMatch(/nothing to play sound on/);
    expect(asked).toHaveLength(1);
    player.toggle();
    await answered();
    audio.begin();
    expect(player.get()).toMatchObject({ status: 'playing', problem: null });
  });

  test('says in the server’s words why there is no link', async () => {
    links = [() => Promise.reject(new Error('These files cannot be downloaded now.'))];
    const player = opened();
    player.press(BASS);
    await answered();
    expect(player.get()).toMatchObject({
      status: 'failed',
      problem: 'These files cannot be downloaded now.',
    });
  });

  test('waits for a press where the browser wants one', async () => {
    audio.refusal = new DOMException('', 'NotAllowedError');
    const player = opened();
    player.press(BASS);
    await answered();
    expect(player.get()).toMatchObject({ status: 'paused', problem: null });
  });

  test('pauses when the system does, and at the end', async () => {
    const player = await playing(BASS);
    audio.pause();
    expect(player.get()?.status).toBe('paused');
    player.toggle();
    audio.say('ended');
    expect(player.activeId()).toBeNull();
  });

  test('falls silent and lets go when it is closed, also of a link that is on its way', async () => {
    const player = opened();
    player.press(BASS);
    player.close();
    await answered();
    expect(audio.src).toBe('');
    expect(audio.paused).toBe(true);
    expect(player.get()).toBeNull();
    audio.breakWith(4);
    expect(asked).toHaveLength(1);
  });
});
