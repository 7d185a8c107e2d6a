
      -- When a calendar feed is to be fetched; checked_at: when it was understood last. body_hash is of the body as it came.
      create table feed_check (
        feed_id text primary key,
        added_at timestamptz not null,
        next_at timestamptz not null,
        tried_at timestamptz,
        checked_at timestamptz,
        stale_at timestamptz,
        etag text,
        last_modified text,
        body_hash text
      );
      create index feed_check_due on feed_check (next_at)
