-- Plainer texts of the onboarding options and the standing badges. Texts that an editor has changed stay.
update onboarding.options as o set label = new.label
from (values
  ('levelV2', 'absolute-beginner', 'I’ve never danced', 'New to dance'),
  ('levelV2', 'intermediate', 'I can pick up a phrase', 'I can pick up choreography'),
  ('levelV2', 'advanced', 'I train', 'I train regularly'),
  ('reason', 'return', 'To come back to dancing', 'To get back into dance'),
  ('dance_goals_personal', 'joy', 'Have an hour for myself', 'Have some time for myself'),
  ('dance_goals_learn_and_practice', 'basics', 'Get the basics clean', 'Nail the basics'),
  ('age', 'prefer-not-to-say', 'I’d rather not say', 'Prefer not to say'),
  ('family_goal', 'first-steps', 'First steps for the children', 'First steps for the kids'),
  ('family_goal', 'calm', 'Come down in the evening', 'Wind down in the evening'),
  ('hdyhau_survey_response', 'search', 'A search', 'Google or another search engine')
) as new (question, slug, old_label, label)
where o.question = new.question and o.slug = new.slug and o.label = new.old_label;

update onboarding.options as o set description = new.description
from (values
  ('account_type', 'family', 'Classes to dance with children', 'Classes to do with your kids'),
  ('account_type', 'myself-and-family', 'My own practice, and something for all of us', 'Classes for me, and for all of us'),
  ('levelV2', 'absolute-beginner', 'Every step is shown, nothing is assumed', 'We show you every step'),
  ('levelV2', 'beginner', 'Short phrases at an easy tempo', 'Short parts at an easy tempo'),
  ('dance_energy', 'steady', 'Warm, but able to talk', 'Warm enough to sweat, easy enough to talk'),
  ('dance_location', 'small-room', 'Steps that stay on the spot', 'Steps that stay in place')
) as new (question, slug, old_description, description)
where o.question = new.question and o.slug = new.slug and o.description = new.old_description;

update challenges.badges as b set name = new.name
from (values
  ('eight-classes', 'An eight of classes', 'First eight'),
  ('thirty-two-days', 'Four eights of days', '32 days'),
  ('eighty-eight-minutes', 'Eighty-eight minutes', '88 minutes'),
  ('eight-hundred-minutes', 'Eight hundred minutes', '800 minutes')
) as new (slug, old_name, name)
where b.slug = new.slug and b.name = new.old_name;

update challenges.badges as b set description = new.description
from (values
  ('first-class', 'You danced a whole class', 'Complete your first class'),
  ('eight-classes', 'Eight classes, start to end', 'Complete 8 classes'),
  ('sixteen-classes', 'Sixteen classes, start to end', 'Complete 16 classes'),
  ('sixty-four-classes', 'Sixty-four classes, start to end', 'Complete 64 classes'),
  ('eight-days', 'Classes on eight different days', 'Dance on 8 different days'),
  ('thirty-two-days', 'Classes on thirty-two different days', 'Dance on 32 different days'),
  ('eighty-eight-minutes', 'Minutes of classes that you finished', 'Finish 88 minutes of classes'),
  ('eight-hundred-minutes', 'Minutes of classes that you finished', 'Finish 800 minutes of classes'),
  ('four-weeks', 'Your own rhythm, four weeks in a row', 'Hit your weekly goal 4 weeks in a row'),
  ('eight-weeks', 'Your own rhythm, eight weeks in a row', 'Hit your weekly goal 8 weeks in a row')
) as new (slug, old_description, description)
where b.slug = new.slug and b.description = new.old_description;
