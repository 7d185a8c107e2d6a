import { mkdir, readdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { payoutOfKey } from '@hearth/contracts/payout'
import type { Log } from '@hearth/platform/telemetry/log'
import { TRANSIENT_CODES, RetryableError } from '../runtime/outcome.ts'
import { readStatement } from './sepa.ts'
import type { Sending } from './sending.ts'

/** The outcome of a statement: how many reports it had, and how many of them were not about our payouts. */
export type Booked = Readonly<{ reports: number; unknown: number }>

/**
 * Books a camt.053 statement; booked again, it changes nothing. Throws when it cannot be read, and when a
 * payout cannot be written now.
 */
export const bookStatement = async (xml: string, record: Sending['record']): Promise<Booked> => {
  const reading = readStatement(xml)
  if (!reading.ok) throw new Error(reading.why)
  let unknown = reading.others
  for (const report of reading.reports) {
    const outcome = await record(
      payoutOfKey(report.attemptKey) ?? '',
      report,
      `${reading.statementId}/${report.attemptKey}/${report.result}`,
    )
    if (outcome.kind !== 'rejected') continue
    if (TRANSIENT_CODES.includes(outcome.code))
      throw new RetryableError(`${outcome.code}: the statement is read again`)
    unknown += 1
  }
  return { reports: reading.reports.length, unknown }
}

/**
 * Books the statements in `in/`, oldest name first, and moves them to `read/`. One that cannot be read stays,
 * and the failure is logged each time.
 */
export const createStatementReader =
  ({ directory, record, log }: Readonly<{ directory: string; record: Sending['record']; log: Log }>) =>
  async (): Promise<void> => {
    const from = join(directory, 'in')
    const to = join(directory, 'read')
    await Promise.all([mkdir(from, { recursive: true }), mkdir(to, { recursive: true })])
    for (const name of (await readdir(from)).filter((file) => file.endsWith('.xml')).toSorted()) {
      try {
        const booked = await bookStatement(await readFile(join(from, name), 'utf8'), record)
        await rename(join(from, name), join(to, name))
        log.info({ statement: name, ...booked }, 'payouts: a statement was booked')
      } catch (error) {
        log.error({ err: error, statement: name }, 'payouts: a statement could not be booked')
      }
    }
  }
