import type { LessonShape } from './lessons.ts';
import type { AccessType, ClassType, Level } from './types.ts';

/** A class as its teacher would write it down. Categories come first to last in importance; the first one's section is the class's. */
export type ClassDraft = {
  slug: string; title: string; troupe: string; shape: LessonShape; type: ClassType; level: Level; access: AccessType; minutes: number;
  moves: string[]; categories: string[]; explicit?: boolean; description: string;
};

type Row = [slug: string, title: string, troupe: string, shape: LessonShape, type: ClassType, level: Level, access: AccessType, minutes: number, moves: string[], categories: string[], description: string, explicit?: true];

const rows: Row[] = [
  ['drag-the-left', 'Drag the left, answer on seven', 'hip-hop', 'lesson', 'choreography', 'beginner', 'free', 4.2, ['drag-left', 'reach-roll'], ['hip-hop-choreography', 'first-steps'], 'Two eights. The left foot drags for two counts as if the floor were wet, and on seven both arms answer. Taught slowly, counted aloud, danced at 92 BPM.'],
  ['sit-in-the-pocket', 'Sit in the pocket', 'hip-hop', 'drill', 'drill', 'beginner', 'basic', 9, ['bounce', 'drag-left'], ['hip-hop-foundations'], 'Nothing but the bounce and one step, for nine minutes, until your knees know where the snare is.'],
  ['one-eight-four-ways', 'One eight, four ways', 'hip-hop', 'drill', 'drill', 'intermediate', 'standard', 10, ['reach-roll', 'knee-kick'], ['hip-hop-choreography', 'hip-hop-foundations'], 'The same eight on the counts, under tempo, full out, and full out when you are tired. That is when it becomes yours.'],
  ['knee-up-kick-it-away', 'Knee up, kick it away', 'hip-hop', 'lesson', 'choreography', 'intermediate', 'standard', 8, ['knee-kick', 'drag-left', 'step-turn'], ['hip-hop-choreography'], 'Three eights with both feet off the floor at some point, never at the same time.'],
  ['round-on-four', 'Round on four', 'hip-hop', 'lesson', 'choreography', 'advanced', 'premium', 11, ['step-turn', 'reach-roll', 'knee-kick', 'drag-left'], ['hip-hop-choreography'], 'The whole piece: a turn that lands on four, a stomp five-and, and no rest before seven. The track swears.', true],
  ['first-bounce', 'Your first bounce', 'hip-hop', 'lesson', 'foundations', 'absolute-beginner', 'free', 6, ['bounce'], ['first-steps', 'hip-hop-foundations'], 'What dancers mean by down on the beat. One move, no mirror needed.'],

  ['jack-then-let-it-ring', 'Jack, then let it ring', 'house', 'lesson', 'foundations', 'beginner', 'free', 7, ['jack', 'shuffle'], ['house-footwork'], 'The jack starts in the chest and leaves through the feet. Then a shuffle, so that you can take it somewhere.'],
  ['low-and-late', 'Low and late', 'house', 'drill', 'drill', 'intermediate', 'standard', 10, ['skate', 'shuffle'], ['house-footwork'], 'Skates and shuffles, deeper every round and a hair behind the hat.'],
  ['loose-legs-long-night', 'Loose legs, long night', 'house', 'lesson', 'choreography', 'intermediate', 'standard', 9, ['loose-legs', 'skate', 'shuffle'], ['house-footwork'], 'Three pieces of footwork and how to get from one to the next without thinking of it.'],
  ['round-the-floor', 'Round the floor', 'house', 'lesson', 'choreography', 'advanced', 'premium', 12, ['round', 'loose-legs', 'skate', 'shuffle'], ['house-footwork'], 'Everything at 120, turning. Take the space you have; four steps bring you back.'],
  ['house-in-eight', 'House in eight minutes', 'house', 'follow', 'party', 'beginner', 'basic', 8, ['jack', 'shuffle', 'skate'], ['sweat-in-ten', 'house-footwork'], 'No teaching. Three moves, one groove, follow me.'],

  ['shoulders-first', 'Shoulders first', 'afro', 'lesson', 'choreography', 'beginner', 'free', 7, ['shoulders', 'azonto'], ['afrobeats'], 'The shoulders talk and the feet answer, one-and-two. Knees soft all the way.'],
  ['step-rock-release', 'Step, rock, release', 'afro', 'lesson', 'foundations', 'absolute-beginner', 'basic', 8, ['gwara'], ['first-steps', 'afrobeats'], 'One step that you will use in every Afrobeats class, taken apart and put together again.'],
  ['shaku-over-the-line', 'Shaku over the line', 'afro', 'lesson', 'choreography', 'intermediate', 'standard', 9, ['shaku', 'gwara', 'shoulders'], ['afrobeats'], 'Crossed wrists, swinging arms, a knee on seven. The words are not for children.', true],
  ['meet-the-ground', 'Meet the ground', 'afro', 'drill', 'drill', 'advanced', 'premium', 10, ['ground', 'shaku'], ['afrobeats'], 'Low, lower, and back up in time. For thighs that have done this before.'],
  ['sunday-azonto', 'Sunday azonto', 'afro', 'follow', 'party', 'beginner', 'standard', 6, ['azonto', 'gwara', 'shoulders'], ['sweat-in-ten', 'afrobeats'], 'Six minutes of dancing before the kettle boils.'],

  ['basic-on-one', 'Back, recover, breathe', 'latin', 'lesson', 'foundations', 'absolute-beginner', 'free', 6, ['basic'], ['salsa-on-one', 'first-steps'], 'The salsa basic on one. Seven of eight counts are steps and waiting; the breath is the difficult one.'],
  ['long-arms-short-steps', 'Long arms, short steps', 'latin', 'lesson', 'foundations', 'beginner', 'basic', 8, ['side', 'basic'], ['salsa-on-one'], 'Side basic with arms that start late and arrive on time.'],
  ['turn-on-three', 'Right turn, land on three', 'latin', 'lesson', 'choreography', 'intermediate', 'standard', 9, ['right-turn', 'side', 'basic'], ['salsa-on-one'], 'Where to look, when to let the hips go, and why the turn is finished before you think.'],
  ['shine-in-four', 'Shine in four eights', 'latin', 'lesson', 'choreography', 'advanced', 'premium', 10, ['shine', 'cumbia', 'right-turn', 'side'], ['salsa-on-one'], 'A shine to keep: crosses, back breaks, a turn, and a pose on seven.'],
  ['back-breaks-till-late', 'Back breaks till late', 'latin', 'drill', 'drill', 'intermediate', 'basic', 7, ['cumbia', 'basic'], ['salsa-on-one'], 'Open to the right, open to the left, at 171 BPM, without bouncing.'],

  ['fall-and-recover', 'Fall and recover', 'contemporary', 'lesson', 'choreography', 'beginner', 'free', 8, ['fall', 'swing'], ['contemporary-phrases'], 'Give your weight away and find it again. Two phrases at 71 BPM with time to listen.'],
  ['spiral-from-the-ribs', 'Spiral from the ribs', 'contemporary', 'lesson', 'choreography', 'intermediate', 'standard', 10, ['spiral', 'fall', 'swing'], ['contemporary-phrases'], 'A turn that nobody decides on: the ribs begin, the feet find out.'],
  ['hollow-open-suspend', 'Hollow, open, suspend', 'contemporary', 'drill', 'drill', 'advanced', 'premium', 9, ['contract', 'spiral'], ['contemporary-phrases'], 'Contraction and release until the breath does it for you.'],
  ['weight-is-a-gift', 'Weight is a gift', 'contemporary', 'lesson', 'foundations', 'absolute-beginner', 'basic', 7, ['swing'], ['first-steps', 'contemporary-phrases'], 'Swing from one foot to the other. It looks like very little and feels like flying.'],

  ['walk-it-stop-it', 'Walk it, stop it', 'heels', 'lesson', 'foundations', 'beginner', 'basic', 8, ['walk', 'sway'], ['heels-and-jazz'], 'Two walks, one stop. Where the weight is on a heel, and what the ribs have to do with it. Flat shoes are welcome.'],
  ['slow-burn-sharp-stop', 'Slow burn, sharp stop', 'heels', 'lesson', 'choreography', 'intermediate', 'standard', 9, ['body-roll', 'walk', 'pose'], ['heels-and-jazz'], 'A roll that takes three counts and four poses that take none.'],
  ['fan-and-turn', 'Fan and turn', 'heels', 'lesson', 'choreography', 'advanced', 'premium', 11, ['kick-turn', 'body-roll', 'pose', 'walk'], ['heels-and-jazz'], 'Kick on one, round by five, hand through the hair on seven. Explicit track.', true],
  ['four-poses', 'Four poses for a bad day', 'heels', 'follow', 'party', 'beginner', 'free', 5, ['pose', 'sway', 'walk'], ['heels-and-jazz', 'sweat-in-ten'], 'Five minutes, four poses, one you that walks out taller.'],

  ['knees-before-coffee', 'Knees before coffee', 'fitness', 'follow', 'workout', 'beginner', 'free', 10, ['knees', 'step-touch', 'march'], ['sweat-in-ten'], 'Ten minutes at 133 BPM. Knees up, arms down, no burpees ever.'],
  ['squat-reach-repeat', 'Squat, reach, repeat', 'fitness', 'follow', 'workout', 'intermediate', 'standard', 12, ['squat-reach', 'knees', 'jacks', 'step-touch'], ['sweat-in-ten'], 'The legs do the work, the arms keep them company.'],
  ['three-of-us-one-line', 'Three of us, one line', 'fitness', 'lesson', 'workout', 'beginner', 'basic', 9, ['step-touch', 'jacks'], ['low-impact', 'sweat-in-ten'], 'Learn two combinations and do them in a row of three. You are the fourth.'],
  ['one-foot-on-the-floor', 'One foot on the floor', 'fitness', 'follow', 'workout', 'absolute-beginner', 'free', 8, ['march', 'step-touch', 'jacks'], ['low-impact'], 'No jumps. Kind to knees and to the people downstairs.'],
  ['the-long-sixteen', 'The long sixteen', 'fitness', 'follow', 'workout', 'advanced', 'premium', 16, ['squat-reach', 'jacks', 'knees', 'step-touch', 'march'], ['sweat-in-ten'], 'Sixteen minutes without a stop. Water first.'],

  ['warm-the-ankles-first', 'Warm the ankles first', 'mobility', 'flow', 'wellness', 'absolute-beginner', 'free', 5, ['ankles', 'reach', 'side-bend'], ['mobility', 'breath-and-reset'], 'Everything you dance goes through two ankles. Give them five minutes.'],
  ['breathe-down', 'Breathe down', 'mobility', 'flow', 'wellness', 'absolute-beginner', 'free', 7, ['fold', 'reach', 'twist'], ['breath-and-reset'], 'For after class, after work, after screens. Ends lower than it began.'],
  ['hips-that-forgive', 'Hips that forgive', 'mobility', 'flow', 'wellness', 'beginner', 'basic', 9, ['lunge', 'side-bend', 'twist', 'fold'], ['mobility'], 'Long lunges and patience, for hips that sat all day.'],
  ['a-back-that-turns', 'A back that turns', 'mobility', 'flow', 'wellness', 'intermediate', 'standard', 8, ['twist', 'fold', 'lunge', 'reach'], ['mobility'], 'Rotation from the ribs, so that turns stop starting in your knees.'],

  ['with-the-little-ones', 'Small seed, big star', 'family', 'lesson', 'choreography', 'absolute-beginner', 'free', 6, ['star', 'clap-stomp'], ['with-the-little-ones'], 'Grow, shine, stomp and clap. From about four years of age, and up to any.'],
  ['penguins-in-a-row', 'Penguins in a row', 'family', 'follow', 'party', 'absolute-beginner', 'free', 5, ['penguin', 'clap-stomp', 'wave'], ['with-the-little-ones', 'kitchen-parties'], 'Heels together, toes apart, and the fish is in the kitchen.'],
  ['kitchen-floor-party', 'Kitchen floor party', 'family', 'follow', 'party', 'beginner', 'standard', 8, ['robot', 'star', 'penguin', 'wave'], ['kitchen-parties'], 'Eight minutes, four moves, no table. Clean music.'],
  ['robot-in-the-hall', 'Robot in the hall', 'family', 'lesson', 'foundations', 'beginner', 'basic', 6, ['robot', 'wave'], ['with-the-little-ones'], 'How to stop a move so hard that it clicks. Children are better at this; let them lead.'],
];

export const CLASS_DRAFTS: ClassDraft[] = rows.map(([slug, title, troupe, shape, type, level, access, minutes, moves, categories, description, explicit]) =>
  ({ slug, title, troupe, shape, type, level, access, minutes, moves, categories, description, explicit }));
