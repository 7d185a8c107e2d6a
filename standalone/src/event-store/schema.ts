/** The schema of PostgreSQL that holds the log. Everything else reads the log through the event store. */
export const EVENTS_SCHEMA = 'events'
