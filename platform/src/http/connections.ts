/**
 * Connections that wait until a server takes them. On a full machine Node's 511 are soon too few, and one
 * that finds no place is tried again by the kernel after 1, 3, 7, … 63 s: readers waited a minute for what
 * took milliseconds (docs/decisions/0031-connections-are-kept.md).
 */
export const LISTEN_BACKLOG = 4_096

/** How long a server keeps a connection over which nothing comes, in milliseconds. */
export const KEEP_ALIVE_MS = 65_000

/**
 * After so long who keeps connections to it parts with a silent one: what is sent as the server closes it is
 * lost, and of a command nobody knows then what became. Milliseconds.
 */
export const PART_AFTER_MS = KEEP_ALIVE_MS * 0.75
