/** What each musician of the demo says of themselves, by slug. */
export const DEMO_BIOS: Readonly<Record<string, string>> = {
  'rafa-monteiro':
    "I grew up behind my uncle's kit in Lisbon and have been recording for other people's songs since 2009. Brushes, sticks or hot rods: I listen to the words first and then decide how little to play.\n\nMy room is small, dry and always miked. You get the dry tracks, a processed pair and a rough bounce in your song.",
  'imogen-clarke':
    'I mix songs that have to work on a phone and still move air in a room. Fifteen years of it, mostly pop and indie, some of it on records you may own.\n\nSend me your rough mix. It usually knows something that the tracks do not.',
  'delia-marsh':
    'Leads, stacks and the ad-libs that make the last chorus. I sing in a treated booth in Brooklyn through a vintage-style tube microphone, and I send every take that was worth keeping, tuned only if you ask.\n\nBring me a melody or just a feeling.',
  'kwame-asante':
    "Electric, upright and synth bass. I learned highlife from my father's records and funk from everybody else's.\n\nI play to the kick drum, so send me the real one if you have it. You get a clean line and an amp.",
  'yuki-tanabe':
    'Violin and viola, one player, as many desks as your song needs. I write out the parts when there are none, and I layer them until they sound like a section and not like a stack.',
  'arjun-mehta':
    'Bring me a voice memo. We find the form, the key and the tempo, and you leave with a guide track and a plan that saves you days in the studio.',
  'lars-nygaard':
    'Three old amps, eleven guitars and a spring reverb that has to be kicked. I play doubles so tight that you will think it is a plug-in.\n\nDirect signals are always included, so that you can change your mind.',
  'beatriz-rocha':
    'I master for streaming, for vinyl and for people who still listen loud in their cars. You get one version that is right and, if you like, one that is louder.',
  'hannah-weiss':
    'Felt upright, a grand from 1927 and a Rhodes that I maintain myself. I read charts, play by ear, and write down what others have played.',
  'marcus-bell':
    'Tenor and alto. Solos, riffs, a whole section if you need one. I like a song with space in it, and I try to leave some.',
  'tamsin-reid':
    'I sing close to the microphone and pick with my fingers. Harmonies are my favorite job in the world: two parts, three, or a small choir of me.',
  'diego-fuentes':
    'Trumpet and flugelhorn, from one lonely line to a section of four. I record in a live room in Mexico City with a ribbon in front and a pair far away.',
  'ana-kovac':
    'Cello for songs and for film: melodies on top, pads below, and the odd noise that nobody expects from a cello.',
  'femi-adeyemi':
    'Congas, shakers, talking drum, and a suitcase of things that rattle. I build grooves in layers, each on its own track, so that you can take away what you do not need.',
  'chloe-laurent':
    'I arrange voices and sing all of them. Tell me how many people should be in the room, and I will be that many.',
  'noah-feldman':
    'I mix and master indie and electronic music, loud without hurting. If you want to learn while I do it, book an hour of advice instead: we work on your own mix together.',
  'siobhan-keane':
    'Fiddle from County Clare. Reels, slow airs, and pop songs that want a little weather in them.',
  'mateus-oliveira':
    'Nylon string guitar, bossa and samba, one microphone and no hurry. I am happy to talk about chords before we record.',
  'greta-lindholm':
    'Pads, arps and bass lines from a wall of analogue synths. No presets: I patch each sound for your song and send it with its MIDI.',
  'isaac-turner':
    'Three kits, two rooms, any meter. Tell me which record you like the drums of and I will set up for it before you arrive.',
  'leila-haddad':
    'Mastering for quiet music. I keep the breath in it, and I make it as loud as it wants to be and no louder.',
  'oskar-brandt':
    'I write down music: lead sheets, parts, full scores. Clean, playable, and proofread at the piano.',
  'rosalind-achterberg-featherstonehaugh':
    'Operatic soprano with fifteen years on stage, at home in film scores and wherever a song needs a voice from another world. I read everything and improvise when asked.',
  'jun-park':
    'Funk bass and clean guitars. I like first takes: prepare well, play once, keep the life in it.',
};
