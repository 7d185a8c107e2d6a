/**
 * Connections that wait until a server takes them. On a full machine Node's 511 are soon too few, and one
 * that finds no place is tried again by the kernel after 1, 3, 7, … 63 s: readers waited a minute for what
 * took milliseconds (docs/decisions/0031-connections-are-kept.md).
 */
export const LISTEN_BACKLOG = 4_096

/**
 * A request is whole within this time, in milliseconds: a video takes the longest. A body that falls behind the
 * least speed is refused long before (bodySpeed.ts).
 */
export const REQUEST_WITHIN_MS = 300_000

/** How long a server keeps a connection over which nothing comes, in milliseconds. */
export const KEEP_ALIVE_MS = 65_000

/**
 * How long a client keeps an idle connection, in milliseconds. It has to close it before the server does: a
 * command sent while the server closes is lost with its outcome unknown.
 */
export const PART_AFTER_MS = KEEP_ALIVE_MS * 0.75
