-- The question in plainer words. A changed text asks everyone again.
insert into growth.consent_texts (version, words) values (2,
  'Your privacy choices. With your consent, we record the pages you visit (analytics) and the ad that brought you here (advertising). '
  'We never sell your data. Everything works the same if you decline. '
  'Refuse all. Accept all. Choose.');
