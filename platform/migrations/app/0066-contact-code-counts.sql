
      -- Text messages with codes within a day, by account, number and network; the keys are hashes.
      create table contact_code_count (
        key text primary key,
        sent int not null,
        since timestamptz not null
      );
      create index contact_code_count_by_time on contact_code_count (since)
