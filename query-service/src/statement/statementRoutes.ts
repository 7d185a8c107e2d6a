import { createHash } from 'node:crypto'
import type { Currency } from '@hearth/contracts/kernel/money'
import { humanCode } from '@hearth/contracts/kernel/ids'
import { ledgerKindOf } from '@hearth/contracts/ledger'
import {
  statementFileKey,
  statements,
  zStatementContent,
  zStatementRow,
  type StatementContent,
} from '@hearth/contracts/statement'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { route, type Route } from '@hearth/platform/http/route'
import type { Principal } from '@hearth/platform/session/principal'
import { readCell, type Cell, type Sheet } from '@hearth/platform/spreadsheet/cells'
import type { Storage } from '@hearth/platform/storage/port'
import { z } from 'zod'
import { fileHeaders } from '../file/fileHeaders.ts'
import { describeFile, sendSheet } from '../runtime/exportFormats.ts'
import { createModel } from '../runtime/model.ts'
import { findRow, zPathId } from '../runtime/resourceRoutes.ts'
import type { Sources } from '../runtime/sources.ts'
import { waitForToken } from '../runtime/token.ts'

const model = createModel(statements)
const { hostAccountId, month, sha256, contentSha256 } = zStatementRow.shape
const zLocked = z.object({ hostAccountId, month, sha256, contentSha256 })

const common = {
  method: 'GET',
  access: { capability: 'statement.read' },
  tenant: 'own',
  params: zPathId,
  query: z.strictObject({}),
} as const

type Ending = Parameters<typeof statementFileKey>[2]

/** A file of a locked statement, once its hash is proven; a draft has none. */
const readFile = async (
  sources: Sources,
  storage: Pick<Storage, 'get'>,
  principal: Principal,
  id: string,
  ending: Ending,
) => {
  const row = zLocked.parse(await findRow(sources, model, principal, id))
  const sha256 = ending === 'pdf' ? row.sha256 : row.contentSha256
  const key = sha256 === null ? null : statementFileKey(row.hostAccountId, sha256, ending)
  const bytes = key === null ? undefined : await storage.get(key)
  if (bytes === undefined) throw new AppProblem('NOT_FOUND')
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new AppProblem(
      'DEPENDENCY_UNAVAILABLE',
      'The stored file doesn’t match the locked statement. Please contact us.',
    )
  return { month: row.month, bytes }
}

const readContent = async (
  ...given: Parameters<typeof readFile> extends [...infer Rest, Ending] ? Rest : never
) => {
  const { bytes, month } = await readFile(...given, 'json')
  return { month, bytes, content: zStatementContent.parse(JSON.parse(bytes.toString())) }
}

const COLUMNS = [
  { title: 'Entry', kind: 'text' },
  { title: 'Day', kind: 'date' },
  { title: 'What', kind: 'text' },
  { title: 'Code', kind: 'text' },
  { title: 'Listing', kind: 'text' },
  { title: 'Corrects', kind: 'text' },
  { title: 'Currency', kind: 'text' },
  { title: 'Gross', kind: 'amount' },
  { title: 'Hearth fee', kind: 'amount' },
  { title: 'Net', kind: 'amount' },
  { title: 'Bank reference', kind: 'text' },
] as const satisfies Sheet['columns']

/** Every entry and payout of a statement, between its opening and its closing balance. */
const listLines = ({ month, sections, listings }: StatementContent): (readonly Cell[])[] =>
  sections.flatMap(({ currency, openingMinor, closingMinor, entries, payouts }) => {
    const money = (minor: number, of: Currency = currency) =>
      readCell({ amountMinor: minor, currency: of }, 'amountMinor')
    const balance = (what: string, minor: number) => [
      '',
      '',
      what,
      '',
      '',
      '',
      currency,
      '',
      '',
      money(minor),
      '',
    ]
    return [
      balance(`Opening balance, ${month}`, openingMinor),
      ...entries.map(({ entryId, earnedOn, kind, bookingId, listingId, priorMonth, parts, amountMinor }) => [
        entryId,
        earnedOn,
        ledgerKindOf(kind).title,
        bookingId === null ? '' : humanCode('HB', bookingId),
        listings[listingId ?? ''] ?? '',
        priorMonth ?? '',
        currency,
        money(parts.gross ?? 0),
        money(parts.platform_fee ?? 0),
        money(amountMinor),
        '',
      ]),
      ...payouts.map(({ payoutId, paidOn, reference, amountMinor }) => [
        payoutId,
        paidOn,
        'Payout',
        humanCode('PO', payoutId),
        '',
        '',
        currency,
        '',
        '',
        money(-amountMinor),
        reference,
      ]),
      balance(`Closing balance, ${month}`, closingMinor),
    ]
  })

/** The files of a locked statement, and its content (docs/domain/statement.md#files). */
export const statementRoutes = (sources: Sources, storage: Pick<Storage, 'get'>): readonly Route[] => [
  route({
    ...common,
    path: '/api/statements/:id/content',
    rate: 'read',
    handler: async ({ principal, params, headers, signal }) => {
      const position = await waitForToken(sources.positions, [statements.table], headers, signal)
      const { content } = await readContent(sources, storage, principal, params.id)
      return { status: 200, headers: position, body: content }
    },
  }),
  route({
    ...common,
    path: '/api/statements/:id/document.pdf',
    rate: 'export',
    handler: async ({ principal, params }) => {
      const { bytes, month } = await readFile(sources, storage, principal, params.id, 'pdf')
      return {
        status: 200,
        headers: fileHeaders(`statement-${month}.pdf`, 'application/pdf', bytes.length),
        stream: async (response) => {
          response.write(bytes)
        },
      }
    },
  }),
  route({
    ...common,
    path: '/api/statements/:id/entries.csv',
    rate: 'export',
    handler: async ({ principal, params }) => {
      const { content, month } = await readContent(sources, storage, principal, params.id)
      const readPages = async function* () {
        yield listLines(content)
      }
      const sheet: Sheet = {
        name: 'statement',
        columns: COLUMNS,
        pages: readPages(),
        timezone: content.timezone,
      }
      return {
        status: 200,
        headers: describeFile('csv', `statement-${month}`),
        stream: (response, until) => sendSheet('csv', sheet, response, until),
      }
    },
  }),
]
