
      -- what came for an instance since an event stopped it, that one first, as the log has it: to be taken in order once the reason is mended
      create table process_event (
        manager text not null,
        instance text not null,
        version int not null,
        commit numeric(20) not null,
        prepare numeric(20) not null,
        recorded text not null,
        primary key (manager, instance, commit, prepare)
      )
