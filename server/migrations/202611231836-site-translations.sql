-- What the studio writes, in other languages. A built-in translation names the text that it translates in `source`.
create table site.translations (
  kind text not null,
  -- Slug or id of what the text belongs to.
  subject text not null,
  field text not null,
  locale text not null,
  text text not null check (text <> ''),
  source text,
  primary key (kind, subject, field, locale)
);
create index translations_of_classes on site.translations (locale) where kind = 'class';

insert into site.translations (kind, subject, field, locale, text, source)
select 'option', question || ':' || slug, 'label', locale, text, label
from (values
  ('account_type', 'myself', 'Myself', 'Para mí', 'Für mich'),
  ('account_type', 'family', 'My family', 'Para mi familia', 'Für meine Familie'),
  ('account_type', 'myself-and-family', 'Both', 'Ambas cosas', 'Beides'),
  ('levelV2', 'absolute-beginner', 'New to dance', 'Nunca he bailado', 'Ganz neu beim Tanzen'),
  ('levelV2', 'beginner', 'I know a few steps', 'Sé algunos pasos', 'Ich kann ein paar Schritte'),
  ('levelV2', 'intermediate', 'I can pick up choreography', 'Aprendo coreografías', 'Ich lerne Choreografien gut mit'),
  ('levelV2', 'advanced', 'I train regularly', 'Entreno con regularidad', 'Ich trainiere regelmäßig'),
  ('level', 'beginner', 'Beginner', 'Principiante', 'Anfänger'),
  ('level', 'intermediate', 'Intermediate', 'Intermedio', 'Mittelstufe'),
  ('level', 'advanced', 'Advanced', 'Avanzado', 'Fortgeschritten'),
  ('reason', 'learn', 'To learn to dance', 'Aprender a bailar', 'Tanzen lernen'),
  ('reason', 'move', 'To move more', 'Moverme más', 'Mich mehr bewegen'),
  ('reason', 'unwind', 'To clear my head', 'Despejar la mente', 'Den Kopf freibekommen'),
  ('reason', 'return', 'To get back into dance', 'Volver a bailar', 'Wieder mit dem Tanzen anfangen'),
  ('reason', 'train', 'To train between my classes', 'Entrenar entre mis clases', 'Zwischen meinen Kursen üben'),
  ('dance_habit', 'new', 'I’m starting now', 'Empiezo ahora', 'Ich fange gerade an'),
  ('dance_habit', 'sometimes', 'Now and then', 'De vez en cuando', 'Ab und zu'),
  ('dance_habit', 'weekly', 'Every week', 'Cada semana', 'Jede Woche'),
  ('dance_habit', 'most-days', 'Most days', 'Casi todos los días', 'Fast jeden Tag'),
  ('dance_energy', 'gentle', 'Gentle', 'Suave', 'Sanft'),
  ('dance_energy', 'steady', 'Steady', 'Constante', 'Gleichmäßig'),
  ('dance_energy', 'high', 'High', 'Alta', 'Hoch'),
  ('dance_location', 'small-room', 'A small room', 'Una habitación pequeña', 'Ein kleines Zimmer'),
  ('dance_location', 'living-room', 'A living room', 'Un salón', 'Ein Wohnzimmer'),
  ('dance_location', 'studio', 'A studio or a hall', 'Un estudio o una sala', 'Ein Studio oder ein Saal'),
  ('dance_location', 'outdoors', 'Outdoors', 'Al aire libre', 'Draußen'),
  ('dance_goals_personal', 'confidence', 'Feel at home in my body', 'Sentirme bien en mi cuerpo', 'Mich in meinem Körper wohlfühlen'),
  ('dance_goals_personal', 'fitness', 'Get fitter', 'Ponerme en forma', 'Fitter werden'),
  ('dance_goals_personal', 'joy', 'Have some time for myself', 'Tener tiempo para mí', 'Zeit für mich haben'),
  ('dance_goals_personal', 'party', 'Dance at parties', 'Bailar en fiestas', 'Auf Partys tanzen'),
  ('dance_goals_learn_and_practice', 'musicality', 'Hear the music better', 'Escuchar mejor la música', 'Die Musik besser hören'),
  ('dance_goals_learn_and_practice', 'basics', 'Nail the basics', 'Dominar lo básico', 'Die Grundlagen beherrschen'),
  ('dance_goals_learn_and_practice', 'choreography', 'Learn whole choreographies', 'Aprender coreografías completas', 'Ganze Choreografien lernen'),
  ('dance_goals_learn_and_practice', 'freestyle', 'Freestyle without freezing', 'Improvisar sin bloquearme', 'Freestyle tanzen, ohne zu stocken'),
  ('dance_goals_community', 'crew', 'Dance with others', 'Bailar con otras personas', 'Mit anderen tanzen'),
  ('dance_goals_community', 'share', 'Show what I learned', 'Mostrar lo que aprendí', 'Zeigen, was ich gelernt habe'),
  ('dance_goals_professional', 'audition', 'Prepare for auditions', 'Preparar audiciones', 'Mich auf Auditions vorbereiten'),
  ('dance_goals_professional', 'teach', 'Teach better', 'Enseñar mejor', 'Besser unterrichten'),
  ('dance_goals_professional', 'perform', 'Perform', 'Actuar en público', 'Auftreten'),
  ('age', 'under-18', 'Under 18', 'Menos de 18', 'Unter 18'),
  ('age', '18-24', '18 to 24', 'De 18 a 24', '18 bis 24'),
  ('age', '25-34', '25 to 34', 'De 25 a 34', '25 bis 34'),
  ('age', '35-44', '35 to 44', 'De 35 a 44', '35 bis 44'),
  ('age', '45-54', '45 to 54', 'De 45 a 54', '45 bis 54'),
  ('age', '55-64', '55 to 64', 'De 55 a 64', '55 bis 64'),
  ('age', '65-and-over', '65 and over', '65 o más', '65 und älter'),
  ('age', 'prefer-not-to-say', 'Prefer not to say', 'Prefiero no decirlo', 'Möchte ich nicht sagen'),
  ('num_of_days', '1', '1 day', '1 día', '1 Tag'),
  ('num_of_days', '2', '2 days', '2 días', '2 Tage'),
  ('num_of_days', '3', '3 days', '3 días', '3 Tage'),
  ('num_of_days', '4', '4 days', '4 días', '4 Tage'),
  ('num_of_days', '5', '5 days', '5 días', '5 Tage'),
  ('num_of_days', '6', '6 days', '6 días', '6 Tage'),
  ('num_of_days', '7', 'Every day', 'Todos los días', 'Jeden Tag'),
  ('days_of_week', 'monday', 'Monday', 'Lunes', 'Montag'),
  ('days_of_week', 'tuesday', 'Tuesday', 'Martes', 'Dienstag'),
  ('days_of_week', 'wednesday', 'Wednesday', 'Miércoles', 'Mittwoch'),
  ('days_of_week', 'thursday', 'Thursday', 'Jueves', 'Donnerstag'),
  ('days_of_week', 'friday', 'Friday', 'Viernes', 'Freitag'),
  ('days_of_week', 'saturday', 'Saturday', 'Sábado', 'Samstag'),
  ('days_of_week', 'sunday', 'Sunday', 'Domingo', 'Sonntag'),
  ('family_goal', 'together', 'Dance together', 'Bailar juntos', 'Zusammen tanzen'),
  ('family_goal', 'energy', 'Let the energy out', 'Soltar energía', 'Energie rauslassen'),
  ('family_goal', 'first-steps', 'First steps for the kids', 'Primeros pasos para los peques', 'Erste Schritte für die Kinder'),
  ('family_goal', 'calm', 'Wind down in the evening', 'Relajarnos por la noche', 'Abends zur Ruhe kommen'),
  ('hdyhau_survey_response', 'friend', 'A friend or family', 'Amigos o familia', 'Freunde oder Familie'),
  ('hdyhau_survey_response', 'instructor', 'An instructor or studio', 'Un instructor o un estudio', 'Eine Kursleitung oder ein Studio'),
  ('hdyhau_survey_response', 'search', 'Google or another search engine', 'Google u otro buscador', 'Google oder eine andere Suchmaschine'),
  ('hdyhau_survey_response', 'article', 'An article or podcast', 'Un artículo o un pódcast', 'Ein Artikel oder Podcast'),
  ('hdyhau_survey_response', 'other', 'Somewhere else', 'Otro sitio', 'Woanders')
) as built_in (question, slug, label, es, de)
cross join lateral (values ('es', es), ('de', de)) as translation (locale, text);

insert into site.translations (kind, subject, field, locale, text, source)
select 'option', question || ':' || slug, 'description', locale, text, description
from (values
  ('account_type', 'myself', 'Classes for one dancer', 'Clases para una persona', 'Kurse für eine Person'),
  ('account_type', 'family', 'Classes to do with your kids', 'Clases para hacer con tus peques', 'Kurse mit deinen Kindern'),
  ('account_type', 'myself-and-family', 'Classes for me, and for all of us', 'Clases para mí y para toda la familia', 'Kurse für mich und für uns alle'),
  ('levelV2', 'absolute-beginner', 'We show you every step', 'Te enseñamos cada paso', 'Wir zeigen dir jeden Schritt'),
  ('levelV2', 'beginner', 'Short parts at an easy tempo', 'Partes cortas a un tempo fácil', 'Kurze Teile in leichtem Tempo'),
  ('levelV2', 'intermediate', 'Longer combinations, fewer repeats', 'Combinaciones más largas, menos repeticiones', 'Längere Kombinationen, weniger Wiederholungen'),
  ('levelV2', 'advanced', 'Fast, layered, full out', 'Rápido, con matices, al máximo', 'Schnell, vielschichtig, voll ausgetanzt'),
  ('dance_energy', 'gentle', 'Slow, grounded, kind to the joints', 'Lento, con calma, suave con las articulaciones', 'Langsam, geerdet, gelenkschonend'),
  ('dance_energy', 'steady', 'Warm enough to sweat, easy enough to talk', 'Sudas un poco y aún puedes hablar', 'Du schwitzt und kannst noch reden'),
  ('dance_energy', 'high', 'Out of breath, and happy about it', 'Sin aliento y con una sonrisa', 'Außer Atem und glücklich dabei'),
  ('dance_location', 'small-room', 'Steps that stay in place', 'Pasos sin moverte del sitio', 'Schritte auf der Stelle'),
  ('dance_location', 'living-room', 'A few steps each way', 'Unos pasos en cada dirección', 'Ein paar Schritte in jede Richtung'),
  ('dance_location', 'studio', 'Room to travel', 'Espacio para desplazarte', 'Platz für Wege durch den Raum'),
  ('dance_location', 'outdoors', 'No floor work', 'Sin trabajo de suelo', 'Ohne Bodenarbeit'),
  ('family_goal', 'together', 'One class that fits all of us', 'Una clase para toda la familia', 'Ein Kurs, der allen passt'),
  ('family_goal', 'energy', 'Short, loud, sweaty', 'Corta, ruidosa y sudada', 'Kurz, laut, schweißtreibend'),
  ('family_goal', 'first-steps', 'Rhythm, balance and games', 'Ritmo, equilibrio y juegos', 'Rhythmus, Balance und Spiele'),
  ('family_goal', 'calm', 'Stretch and breathe', 'Estirar y respirar', 'Dehnen und atmen')
) as built_in (question, slug, description, es, de)
cross join lateral (values ('es', es), ('de', de)) as translation (locale, text);

insert into site.translations (kind, subject, field, locale, text, source)
select 'badge', slug, field, locale, text, built_in.source
from (values
  ('first-class', 'name', 'First class', 'Primera clase', 'Erster Kurs'),
  ('eight-classes', 'name', 'First eight', 'Primer ocho', 'Erster Achter'),
  ('sixteen-classes', 'name', 'Two eights', 'Dos ochos', 'Zwei Achter'),
  ('sixty-four-classes', 'name', 'Eight eights', 'Ocho ochos', 'Acht Achter'),
  ('eight-days', 'name', 'Eight days', 'Ocho días', 'Acht Tage'),
  ('thirty-two-days', 'name', '32 days', '32 días', '32 Tage'),
  ('eighty-eight-minutes', 'name', '88 minutes', '88 minutos', '88 Minuten'),
  ('eight-hundred-minutes', 'name', '800 minutes', '800 minutos', '800 Minuten'),
  ('four-weeks', 'name', 'Half an eight', 'Medio ocho', 'Halber Achter'),
  ('eight-weeks', 'name', 'A full eight', 'Un ocho completo', 'Voller Achter'),
  ('first-class', 'description', 'Complete your first class', 'Completa tu primera clase', 'Schließe deinen ersten Kurs ab'),
  ('eight-classes', 'description', 'Complete 8 classes', 'Completa 8 clases', 'Schließe 8 Kurse ab'),
  ('sixteen-classes', 'description', 'Complete 16 classes', 'Completa 16 clases', 'Schließe 16 Kurse ab'),
  ('sixty-four-classes', 'description', 'Complete 64 classes', 'Completa 64 clases', 'Schließe 64 Kurse ab'),
  ('eight-days', 'description', 'Dance on 8 different days', 'Baila 8 días distintos', 'Tanze an 8 verschiedenen Tagen'),
  ('thirty-two-days', 'description', 'Dance on 32 different days', 'Baila 32 días distintos', 'Tanze an 32 verschiedenen Tagen'),
  ('eighty-eight-minutes', 'description', 'Finish 88 minutes of classes', 'Completa 88 minutos de clases', 'Schließe 88 Kursminuten ab'),
  ('eight-hundred-minutes', 'description', 'Finish 800 minutes of classes', 'Completa 800 minutos de clases', 'Schließe 800 Kursminuten ab'),
  ('four-weeks', 'description', 'Hit your weekly goal 4 weeks in a row', 'Alcanza tu meta semanal 4 semanas seguidas', 'Erreiche dein Wochenziel 4 Wochen in Folge'),
  ('eight-weeks', 'description', 'Hit your weekly goal 8 weeks in a row', 'Alcanza tu meta semanal 8 semanas seguidas', 'Erreiche dein Wochenziel 8 Wochen in Folge')
) as built_in (slug, field, source, es, de)
cross join lateral (values ('es', es), ('de', de)) as translation (locale, text);

insert into site.translations (kind, subject, field, locale, text, source) values
  ('plan', 'basic-monthly', 'name', 'es', 'Básico', 'Basic'),
  ('plan', 'basic-yearly', 'name', 'es', 'Básico', 'Basic'),
  ('plan', 'standard-monthly', 'name', 'es', 'Estándar', 'Standard'),
  ('plan', 'standard-yearly', 'name', 'es', 'Estándar', 'Standard'),
  ('plan', 'basic-monthly', 'name', 'de', 'Basis', 'Basic'),
  ('plan', 'basic-yearly', 'name', 'de', 'Basis', 'Basic'),
  ('plan', 'premium-family-yearly', 'name', 'es', 'Premium familiar', 'Premium family'),
  ('plan', 'premium-family-yearly', 'name', 'de', 'Premium Familie', 'Premium family');

insert into site.translations (kind, subject, field, locale, text, source)
select 'section', slug, field, locale, text, built_in.source
from (values
  ('learn', 'name', 'Learn', 'Aprender', 'Lernen'),
  ('choreography', 'name', 'Choreography', 'Coreografía', 'Choreografie'),
  ('dance-workout', 'name', 'Dance workout', 'Entrenamiento', 'Workout'),
  ('health', 'name', 'Health', 'Salud', 'Gesundheit'),
  ('family', 'name', 'Family', 'Familia', 'Familie'),
  ('learn', 'description', 'Foundations, one count at a time.', 'Las bases, cuenta a cuenta.', 'Die Grundlagen, Zählzeit für Zählzeit.'),
  ('choreography', 'description', 'Whole pieces, taught in parts and danced full out.', 'Piezas completas, por partes y luego al máximo.', 'Ganze Stücke, in Teilen gelernt und voll ausgetanzt.'),
  ('dance-workout', 'description', 'Follow along, and breathe hard.', 'Sigue el ritmo y suda.', 'Mach mit und komm außer Atem.'),
  ('health', 'description', 'Mobility, breath and care for the joints.', 'Movilidad, respiración y cuidado de las articulaciones.', 'Beweglichkeit, Atem und gesunde Gelenke.'),
  ('family', 'description', 'For big and small feet.', 'Para pies grandes y pequeños.', 'Für große und kleine Füße.')
) as built_in (slug, field, source, es, de)
cross join lateral (values ('es', es), ('de', de)) as translation (locale, text);
