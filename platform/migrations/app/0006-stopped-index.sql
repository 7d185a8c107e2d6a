create index process_stopped on process (manager) where error is not null
