/**
 * Connections that wait until a server takes them. On a full machine Node's 511 are soon too few, and one that finds no place is tried again by the kernel after 1, 3, 7, … 63 s:
 * readers waited a minute for what took milliseconds (docs/decisions/0033).
 */
export const LISTEN_BACKLOG = 4_096

/** How long a server keeps a connection over which nothing comes, in milliseconds. Who keeps connections to it parts with them sooner: what is sent as it closes is lost. */
export const KEEP_ALIVE_MS = 65_000
