-- Bytes of the source from which the stretch can be decoded: [{"start": 0, "end": 10}, …]. Null: it is read whole.
alter table media.stretches add column spans json;
