
      -- A tax number that no event names is removed; named_at is when one was found to name it.
      alter table vault add column named_at timestamptz;
      create index vault_unnamed on vault (kind, created_at) where named_at is null
