import { formatStream } from '@hearth/contracts/kernel/message'
import type { ReadStream } from '../runtime/readStream.ts'

/** Reads an account's ledger from the event store. */
export const createLedgerReader = (readStream: ReadStream) => (hostAccountId: string) =>
  readStream(formatStream('hostLedger', hostAccountId))
