
      drop index outbox_waiting;
      create index outbox_waiting on outbox (manager, due_at, id) where done_at is null
