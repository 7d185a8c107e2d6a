alter table projection_request drop constraint projection_request_verb_check,
      add constraint projection_request_verb_check check (verb in ('rebuild', 'verify', 'cutover', 'rollback', 'discard', 'unpark'))
