-- Messages that the studio sends by itself. Five are ready, and off; each has steps, which are messages.
create table studio.series (
  id text primary key check (id in ('welcome', 'trial', 'away', 'win_back', 'anniversary')),
  -- of the series and its steps
  version int not null default 1,
  -- null: off
  switched_on_at timestamptz,
  -- it is for people who joined, began a trial, danced last or left at this moment or later; null: whenever they did
  reaches_from timestamptz
);
create table studio.series_steps (
  message_id uuid primary key references studio.messages on delete cascade,
  series_id text not null references studio.series,
  -- in days, of the anniversary in years
  delay smallint not null check (delay >= 0),
  unique (series_id, delay)
);
-- A step isn't on a way: it has no state.
alter table studio.messages alter column state drop not null;

insert into studio.series (id) values ('welcome'), ('trial'), ('away'), ('win_back'), ('anniversary');
insert into studio.messages (id, state, texts, created_at, saved_at)
values
  ('0190d002-0000-7000-8000-000000000001', null,
    '{"en": {"subject": "Welcome! Your first eight counts are waiting", "body": "Good to have you here. **Start with one short class**: ten minutes are enough.\n\n- choose a class by your level\n- slow it down as far as you like\n- loop the part that you want again\n\nSee you on the floor!"}, "de": {"subject": "Willkommen! Deine ersten acht Zählzeiten warten", "body": "Schön, dass du da bist. **Fang mit einem kurzen Kurs an**: Zehn Minuten reichen.\n\n- wähle nach deinem Level\n- tanz so langsam, wie du willst\n- wiederhole den Teil, den du noch einmal brauchst\n\nBis gleich auf der Tanzfläche!"}, "es": {"subject": "¡Te damos la bienvenida! Tus primeros ocho tiempos te esperan", "body": "Qué bien tenerte aquí. **Empieza con una clase corta**: bastan diez minutos.\n\n- elige según tu nivel\n- baila tan lento como quieras\n- repite la parte que necesites\n\n¡Nos vemos en la pista!"}}', now(), now()),
  ('0190d002-0000-7000-8000-000000000002', null,
    '{"en": {"subject": "One song is enough to begin", "body": "You haven’t danced here yet. Pick one class, press play, and follow the first minute. That’s all for today."}, "de": {"subject": "Ein Song reicht für den Anfang", "body": "Du hast hier noch nicht getanzt. Wähl einen Kurs, drück auf Start und mach die erste Minute mit. Mehr braucht es heute nicht."}, "es": {"subject": "Una canción basta para empezar", "body": "Aún no has bailado aquí. Elige una clase, pulsa reproducir y sigue el primer minuto. Por hoy basta."}}', now(), now()),
  ('0190d002-0000-7000-8000-000000000003', null,
    '{"en": {"subject": "Three days in: find the class that fits you", "body": "Your trial has just begun. Tell us your level and what you like to dance, and the library shows what fits.\n\nTry one class that’s new to you today."}, "de": {"subject": "Drei Tage dabei: Finde, was zu dir passt", "body": "Deine Probezeit hat gerade begonnen. Sag uns dein Level und was du gern tanzt, dann zeigt dir die Bibliothek, was passt.\n\nProbier heute etwas Neues aus."}, "es": {"subject": "Tres días: encuentra la clase que te va", "body": "Tu prueba acaba de empezar. Cuéntanos tu nivel y qué te gusta bailar, y la biblioteca te mostrará lo que encaja.\n\nPrueba hoy una clase nueva."}}', now(), now()),
  ('0190d002-0000-7000-8000-000000000004', null,
    '{"en": {"subject": "Make the most of the last days of your trial", "body": "Your trial is still running. Save the classes that you want to dance, and make a plan for the week.\n\nIn your account you see when it ends and what comes then."}, "de": {"subject": "Nutz die letzten Tage deiner Probezeit", "body": "Deine Probezeit läuft noch. Merk dir, was du tanzen willst, und mach dir einen Plan für die Woche.\n\nIn deinem Konto siehst du, wann sie endet und was dann kommt."}, "es": {"subject": "Aprovecha los últimos días de tu prueba", "body": "Tu prueba sigue en marcha. Guarda las clases que quieres bailar y haz un plan para la semana.\n\nEn tu cuenta ves cuándo termina y qué viene después."}}', now(), now()),
  ('0190d002-0000-7000-8000-000000000005', null,
    '{"en": {"subject": "Five minutes to get back", "body": "It’s been two weeks. Start small: **one warm-up, one song**. Your place in every class is where you left it."}, "de": {"subject": "Fünf Minuten, und du bist wieder drin", "body": "Zwei Wochen ist es her. Fang klein an: **einmal aufwärmen, ein Song**. In jedem Kurs geht es weiter, wo du aufgehört hast."}, "es": {"subject": "Cinco minutos para volver", "body": "Han pasado dos semanas. Empieza poco a poco: **un calentamiento, una canción**. Cada clase sigue donde la dejaste."}}', now(), now()),
  ('0190d002-0000-7000-8000-000000000006', null,
    '{"en": {"subject": "We’d love to dance with you again", "body": "A month ago your plan ended. Since then there are new classes. Come back whenever you like: your progress is still here."}, "de": {"subject": "Wir würden gern wieder mit dir tanzen", "body": "Vor einem Monat endete dein Abo. Seitdem gibt es neue Kurse. Komm zurück, wann du willst: Dein Fortschritt ist noch da."}, "es": {"subject": "Nos encantaría volver a bailar contigo", "body": "Hace un mes terminó tu plan. Desde entonces hay clases nuevas. Vuelve cuando quieras: tu progreso sigue aquí."}}', now(), now()),
  ('0190d002-0000-7000-8000-000000000007', null,
    '{"en": {"subject": "A year of dancing together", "body": "A year ago you joined. Thank you! Dance the class that you loved most once more today, and see how far you’ve come."}, "de": {"subject": "Ein Jahr tanzen wir zusammen", "body": "Vor einem Jahr bist du dazugekommen. Danke! Tanz heute noch einmal, was dir am besten gefallen hat, und sieh, wie weit du gekommen bist."}, "es": {"subject": "Un año bailando contigo", "body": "Hace un año llegaste. ¡Gracias! Baila hoy otra vez la clase que más te gustó y mira cuánto has avanzado."}}', now(), now());
insert into studio.series_steps (message_id, series_id, delay)
values
  ('0190d002-0000-7000-8000-000000000001', 'welcome', 0),
  ('0190d002-0000-7000-8000-000000000002', 'welcome', 3),
  ('0190d002-0000-7000-8000-000000000003', 'trial', 3),
  ('0190d002-0000-7000-8000-000000000004', 'trial', 10),
  ('0190d002-0000-7000-8000-000000000005', 'away', 14),
  ('0190d002-0000-7000-8000-000000000006', 'win_back', 30),
  ('0190d002-0000-7000-8000-000000000007', 'anniversary', 1);
