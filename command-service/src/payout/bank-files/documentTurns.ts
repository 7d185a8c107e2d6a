import { tryWithLock } from '@hearth/platform/postgres/advisoryLock'
import type pg from 'pg'
import { RetryableError } from '../../runtime/outcome.ts'

/** Another process books a version of the same document now. */
export class DocumentBusyError extends RetryableError {
  override name = 'DocumentBusyError'
}

/** Runs work while nothing else books a version of the document; throws DocumentBusyError otherwise. */
export type TakeTurn = <Result>(document: string, work: () => Promise<Result>) => Promise<Result>

/**
 * Versions of one document are booked one after the other, in all processes: a statement whose correction is
 * booked meanwhile would bring back lines that the correction took away. A turn takes a connection of the
 * pool.
 */
export const createDocumentTurns =
  (pool: pg.Pool): TakeTurn =>
  async (document, work) => {
    const turn = await tryWithLock(pool, `bank-document:${document}`, work)
    if (turn === undefined) throw new DocumentBusyError('Another process books this document now')
    return turn.result
  }
