
      -- One line for each event of a stream of the audit; hash goes over the event and the line before. Only ever added to.
      create table audit_link (
        stream text not null,
        revision bigint not null,
        commit numeric(20) not null,
        hash bytea not null,
        primary key (stream, revision)
      );
      -- Once an hour: over the last links of all streams and the head before.
      create table audit_head (
        number bigint generated always as identity primary key,
        made_at timestamptz not null default now(),
        links bigint not null,
        hash bytea not null
      );
      create function refuse_change() returns trigger language plpgsql as $$ begin raise exception 'The audit is only ever added to'; end $$;
      create trigger audit_link_stays before update or delete or truncate on audit_link for each statement execute function app.refuse_change();
      create trigger audit_head_stays before update or delete or truncate on audit_head for each statement execute function app.refuse_change()
