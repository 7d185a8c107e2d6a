import { StoreUnavailableError } from '../event-store/port.ts'
import { isReadModelMissing, ranOutOfTime, retryable } from '../postgres/retryable.ts'

/**
 * Whether the event store or the database could not be asked, or not in time, or a read model is not built
 * yet: nothing is wrong with the request, which may be sent again later (DEPENDENCY_UNAVAILABLE).
 */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof StoreUnavailableError ||
  retryable(error) ||
  ranOutOfTime(error) ||
  isReadModelMissing(error)
