/**
 * Connections that wait until a server takes them. On a full machine Node's 511 are soon too few, and one that finds no place is tried again by the kernel after 1, 3, 7, … 63 s:
 * readers waited a minute for what took milliseconds (docs/decisions/0033).
 */
export const LISTEN_BACKLOG = 4_096
