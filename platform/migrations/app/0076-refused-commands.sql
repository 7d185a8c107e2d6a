
      -- How often people's commands were refused, by hour: no sender, no account, no content.
      create table refused_command (
        slot timestamptz not null,
        command text not null,
        code text not null,
        count int not null check (count > 0),
        primary key (slot, command, code)
      )
