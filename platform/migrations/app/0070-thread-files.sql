
      -- A file that was uploaded for a conversation is shown to those who may read it only, and ends with its guest.
      alter table upload add column thread_id uuid;
      create index upload_by_thread on upload (thread_id) where thread_id is not null
