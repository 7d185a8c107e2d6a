
      -- commit null = at the start of the log. Up to muted_until events make no effects: a former version saw them.
      -- live: it has once come to the end of the log; before, most of what it asks for is long done, and nothing is sent.
      create table process_manager (
        name text primary key,
        version int not null,
        commit numeric(20),
        prepare numeric(20),
        muted_until numeric(20),
        live boolean not null default false,
        epoch bigint not null default 0,
        lease_owner text,
        lease_until timestamptz,
        updated_at timestamptz not null default now()
      ) with (fillfactor = 50);

      -- error: why this instance takes no more events
      create table process (
        manager text not null,
        id text not null,
        version int not null,
        tenant_id text not null,
        state jsonb,
        error text,
        updated_at timestamptz not null default now(),
        primary key (manager, id)
      );

      -- answer: what the command service said, or the code of its refusal
      create table outbox (
        id uuid primary key,
        manager text not null,
        instance text not null,
        tenant_id text not null,
        timer text,
        work jsonb not null,
        event_id text not null,
        correlation_id text not null,
        causation_id text not null,
        due_at timestamptz not null,
        created_at timestamptz not null default now(),
        attempts int not null default 0,
        retry_at timestamptz not null default '-infinity',
        error text,
        done_at timestamptz,
        answer text
      );
      create index outbox_waiting on outbox (due_at) where done_at is null;
      create index outbox_timer on outbox (manager, instance, timer) where done_at is null and timer is not null;
      create index outbox_done on outbox (done_at) where done_at is not null;
      create index outbox_causation on outbox (causation_id)
