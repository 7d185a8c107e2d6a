
      -- A file for a message: sent = a message names it; withdrawn_at = since when none can name it any more.
      alter table upload add column sent boolean not null default false;
      alter table upload add column withdrawn_at timestamptz;
      create index upload_unsent on upload (created_at) where thread_id is not null and not sent
