import type { BankLine } from '@hearth/contracts/bank-line'
import { deriveId, type Id } from '@hearth/contracts/kernel/ids'
import { zReport, type ProviderReport } from '@hearth/contracts/payout'
import type pg from 'pg'
import { formatEndToEndId } from '../sepa.ts'
import type { Leftover } from './bankDocument.ts'

/** A line that was not recognized, under an id that is the same whenever the document is read. */
export type IdentifiedLine = Readonly<{ id: Id; line: BankLine }>

/** Text of a bank as one line that can be stored. */
const formatLine = (text: string, max: number): string =>
  text
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .slice(0, max)
    .toWellFormed()
    .trim()

/** The lines of a document. Equal ones differ by their order. */
export const identifyLines = (
  document: string,
  file: string,
  leftovers: readonly Leftover[],
): readonly IdentifiedLine[] => {
  const seen = new Map<string, number>()
  return leftovers.map(({ kind: _kind, ...leftover }) => {
    const { why: _why, ...content } = leftover
    const print = JSON.stringify(content)
    const n = (seen.get(print) ?? 0) + 1
    seen.set(print, n)
    const line = {
      ...leftover,
      file: formatLine(file, 255) || '–',
      document: formatLine(document, 400),
      entry: formatLine(leftover.entry, 100) || '–',
      amount: formatLine(leftover.amount, 60),
      text: formatLine(leftover.text, 500),
      why: formatLine(leftover.why, 300) || '–',
    }
    return { id: deriveId('bank-line', document, print, String(n)), line }
  })
}

/** What a line says about the attempt that it was attached to; undefined for a line that says nothing. */
export const reportAttached = (
  { direction, amountMinor, currency, day }: BankLine,
  attemptKey: string,
): ProviderReport | undefined =>
  zReport.safeParse({
    attemptKey,
    result: direction === 'in' ? 'returned' : 'paid',
    providerRef: formatEndToEndId(attemptKey),
    amountMinor,
    currency,
    at: `${day ?? ''}T00:00:00.000Z`,
    code: direction === 'in' ? 'rejected' : null,
  }).data

/** Which lines each document has, and what they were attached to. */
export const openBankLines = (pool: pg.Pool) => ({
  /** The attempts that lines were attached to, by the lines' ids. */
  readAttached: async (ids: readonly Id[]): Promise<ReadonlyMap<Id, string>> => {
    const { rows } = await pool.query<{ id: string; attempt: string }>(
      `
        select id, attempt_key as attempt
        from app.bank_line
        where id = any($1::text[]) and attempt_key is not null`,
      [ids],
    )
    return new Map(rows.map(({ id, attempt }) => [id, attempt]))
  },
  /** Lines that an earlier version of the document had. */
  listGone: async (document: string, ids: readonly Id[]): Promise<readonly Id[]> => {
    const { rows } = await pool.query<{ id: string }>(
      'select id from app.bank_line where document = $1 and id <> all($2::text[])',
      [document, ids],
    )
    return rows.map(({ id }) => id)
  },
  /** These lines are the document’s, too. */
  add: async (document: string, ids: readonly Id[]): Promise<void> => {
    await pool.query(
      `
        insert into app.bank_line (id, document)
        select id, $1
        from unnest($2::text[]) as id
        on conflict do nothing`,
      [document, ids],
    )
  },
  /** These lines are in no document any more. */
  remove: async (ids: readonly Id[]): Promise<void> => {
    await pool.query('delete from app.bank_line where id = any($1::text[])', [ids])
  },
  attach: async (id: Id, document: string, attemptKey: string): Promise<void> => {
    await pool.query(
      `
        insert into app.bank_line (id, document, attempt_key)
        values ($1, $2, $3)
        on conflict (id) do update
        set attempt_key = excluded.attempt_key`,
      [id, document, attemptKey],
    )
  },
})
export type BankLines = ReturnType<typeof openBankLines>
