
      -- Answers that are codes of refusals, and what is retried: few of all, and read by time.
      create index outbox_refused on outbox (done_at) where answer ~ '^[A-Z]';
      create index outbox_retried on outbox (due_at) where done_at is null and error is not null
