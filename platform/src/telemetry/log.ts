import type { Logger } from 'pino'

/** The part of pino that engine code needs; pass a pino logger. Fields first, then a fixed message. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>

const ignore = () => undefined
/** For work whose failures are its answer. */
export const noLog: Log = { debug: ignore, info: ignore, warn: ignore, error: ignore }
