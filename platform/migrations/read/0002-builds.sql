do $$
      declare found text;
      begin
        for found in select tablename from pg_tables where schemaname = 'read' and tablename <> 'migration' loop
          execute format('drop table read.%I cascade', found);
        end loop;
      end $$;

      -- switches counts cut-overs and rollbacks, so that readers know which of two answers is the later one.
      create table projection (
        name text primary key,
        serving int not null,
        switches int not null default 0,
        updated_at timestamptz not null default now()
      );

      -- version and shape (a hash of the table's definition) tell which code may write it.
      create table build (
        projection text not null,
        build int not null,
        version int not null,
        shape text not null,
        table_name text not null unique,
        status text not null check (status in ('building', 'ready', 'serving', 'standby', 'retired')),
        reason text not null check (reason in ('first', 'version', 'request')),
        started_at timestamptz not null default now(),
        completed_at timestamptz,
        verified_at timestamptz,
        difference jsonb,
        switched_at timestamptz,
        keep_until timestamptz,
        primary key (projection, build)
      );

      -- commit null = nothing projected yet. caught_up: had once written all that was in the log.
      create table segment (
        projection text not null,
        build int not null,
        segment int not null,
        first_bucket int not null,
        last_bucket int not null,
        commit numeric(20),
        prepare numeric(20),
        epoch bigint not null default 0,
        lease_owner text,
        lease_until timestamptz,
        serving boolean not null,
        caught_up boolean not null default false,
        error text,
        lag_ms double precision,
        events_per_second double precision,
        updated_at timestamptz not null default now(),
        primary key (projection, build, segment)
      ) with (fillfactor = 50);

      create table parked_stream (
        projection text not null,
        build int not null,
        stream text not null,
        bucket int not null,
        tenant_id text not null,
        commit numeric(20) not null,
        event_id text not null,
        event_type text not null,
        error text not null,
        attempts int not null default 1,
        parked_at timestamptz not null default now(),
        primary key (projection, build, stream)
      );

      -- recorded: the event as the log has it, personal fields sealed; text, for jsonb cannot hold every JSON text.
      create table parked_event (
        projection text not null,
        build int not null,
        stream text not null,
        commit numeric(20) not null,
        prepare numeric(20) not null,
        recorded text not null,
        primary key (projection, build, stream, commit, prepare)
      );

      -- Processes that share the work, and the session by which others see that one has ended. code: which folds it has.
      create table projector (
        owner text primary key,
        code text not null,
        pid int not null,
        session_start timestamptz not null,
        started_at timestamptz not null default now(),
        seen_at timestamptz not null default now()
      );

      create table projection_request (
        id uuid primary key default gen_random_uuid(),
        verb text not null check (verb in ('rebuild', 'verify', 'cutover', 'rollback', 'unpark')),
        projection text not null,
        stream text,
        requested_by text not null,
        requested_at timestamptz not null default now(),
        status text not null default 'waiting' check (status in ('waiting', 'running', 'done', 'failed')),
        answer text,
        taken_by text,
        answered_at timestamptz,
        check ((verb = 'unpark') = (stream is not null))
      );
      create index projection_request_waiting_idx on projection_request (requested_at) where status in ('waiting', 'running');
      create function notify_projection_request() returns trigger language plpgsql as $$ begin perform pg_notify('projection_request', new.verb); return null; end $$;
      create trigger projection_request_made after insert on projection_request for each row execute function notify_projection_request();
