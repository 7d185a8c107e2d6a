import { zReport, type ProviderReport } from '@hearth/contracts/payout'
import { withTransaction } from '@hearth/platform/postgres/pool'
import type pg from 'pg'
import { z } from 'zod'
import type { BankDocument } from './bank-files/bankDocument.ts'
import type { PayoutProvider } from './provider.ts'

const SELECT = `
  select
    attempt_key as "attemptKey",
    result,
    provider_ref as "providerRef",
    amount_minor as "amountMinor",
    currency,
    at,
    code
  from app.bank_movement
  order by number`

type Parts = Readonly<{
  pool: pg.Pool
  provider: Pick<PayoutProvider, 'name' | 'statement'> | undefined
}>

const keep = async ({ pool }: Parts, reports: readonly ProviderReport[]): Promise<void> => {
  await pool.query(
    `
      insert into
        app.bank_movement (provider_ref, result, attempt_key, amount_minor, currency, at, code)
      select *
      from
        unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::timestamptz[], $7::text[])
      on conflict do nothing`,
    [
      reports.map((r) => r.providerRef),
      reports.map((r) => r.result),
      reports.map((r) => r.attemptKey),
      reports.map((r) => r.amountMinor),
      reports.map((r) => r.currency),
      reports.map((r) => r.at),
      reports.map((r) => r.code),
    ],
  )
}

const KEEP_DOCUMENT = `
  insert into app.bank_document (key, created_at)
  values ($1, coalesce($2::timestamptz, '-infinity'))
  on conflict (key) do update
  set created_at = excluded.created_at, read_at = now()
  where app.bank_document.created_at <= excluded.created_at
  returning key`
const WITHDRAW = `
  delete from app.bank_movement
  where document = $1 and (provider_ref, result) not in (select * from unnest($2::text[], $3::text[]))`
// What changed counts as taken in now, so that it is compared again.
const REPLACE = `
  insert into app.bank_movement as known
    (document, provider_ref, result, attempt_key, amount_minor, currency, at, code)
  values ($1, $2, $3, $4, $5, $6, $7, $8)
  on conflict (provider_ref, result) do update
  set
    document = excluded.document,
    amount_minor = excluded.amount_minor,
    currency = excluded.currency,
    at = excluded.at,
    code = excluded.code,
    taken_in_at =
      case
        when (known.amount_minor, known.currency, known.at, known.code)
          is distinct from (excluded.amount_minor, excluded.currency, excluded.at, excluded.code) then now()
        else known.taken_in_at
      end`

const replace = async (
  db: Pick<pg.ClientBase, 'query'>,
  document: string,
  { providerRef, result, attemptKey, amountMinor, currency, at, code }: ProviderReport,
): Promise<void> => {
  await db.query(REPLACE, [document, providerRef, result, attemptKey, amountMinor, currency, at, code])
}

const keepDocument = ({ pool }: Parts, { key, createdAt, reports }: BankDocument): Promise<boolean> =>
  withTransaction(pool, async (transaction) => {
    const { rowCount } = await transaction.query(KEEP_DOCUMENT, [key, createdAt ?? null])
    if (rowCount === 0) return false
    const [references, results] = [reports.map((r) => r.providerRef), reports.map((r) => r.result)]
    await transaction.query(WITHDRAW, [key, references, results])
    for (const report of reports) await replace(transaction, key, report)
    return true
  })

const keepCursor = async ({ pool }: Parts, provider: string, cursor: string): Promise<void> => {
  await pool.query(
    `
      insert into app.bank_statement (provider, cursor)
      values ($1, $2)
      on conflict (provider) do update
      set cursor = excluded.cursor`,
    [provider, cursor],
  )
}

const readOn = async (parts: Parts): Promise<boolean> => {
  const { pool, provider } = parts
  if (provider === undefined) return true
  const { rows } = await pool.query<{ cursor: string }>(
    'select cursor from app.bank_statement where provider = $1',
    [provider.name],
  )
  for (let cursor = rows[0]?.cursor ?? ''; ;) {
    const page = await provider.statement(cursor)
    if (page === undefined) return false
    if (page.reports.length > 0) await keep(parts, page.reports)
    if (page.next === cursor) return true
    await keepCursor(parts, provider.name, page.next)
    cursor = page.next
    if (page.reports.length === 0) return true
  }
}

/**
 * The present word of banks, movement by movement. A provider's statement is read on from where it ended; a
 * corrected document replaces what it said before.
 */
export const openBankMovements = (parts: Parts) => ({
  /**
   * Stores what a statement or notification says, in place of what its earlier version said. False when a
   * later version is known: then nothing changes.
   */
  keepDocument: (document: BankDocument): Promise<boolean> => keepDocument(parts, document),
  /** Stores what a line of a document says of the attempt that it was attached to. */
  attach: (document: string, report: ProviderReport): Promise<void> => replace(parts.pool, document, report),
  /**
   * Stores the new part of the bank's statement; false when it cannot be read now. After an interruption the
   * same part is stored again, without effect.
   */
  readOn: (): Promise<boolean> => readOn(parts),
  /** Every stored movement, in the order in which they were stored. */
  all: async (): Promise<readonly ProviderReport[]> =>
    z.array(zReport).parse((await parts.pool.query(SELECT)).rows),
  /** Notes that the bank was asked about a payout, whatever it answered. */
  noteLookUp: async (payoutId: string, at: string): Promise<void> => {
    await parts.pool.query(
      `
        insert into app.payout_look_up (payout_id, at)
        values ($1, $2)
        on conflict (payout_id) do update
        set at = excluded.at`,
      [payoutId, at],
    )
  },
})
export type BankMovements = ReturnType<typeof openBankMovements>
