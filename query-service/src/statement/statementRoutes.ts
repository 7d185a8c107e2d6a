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
import { route, type Route } from '@hearth/platform/http/route'
import type { Principal } from '@hearth/platform/session/principal'
import { readCell, type Cell, type Sheet } from '@hearth/platform/spreadsheet/cells'
import type { Storage } from '@hearth/platform/storage/port'
import { z } from 'zod'
import { answerPdf, readProvenFile } from '../file/provenFile.ts'
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

type Named = Readonly<{ sources: Sources; storage: Pick<Storage, 'get'>; principal: Principal; id: string }>

/** A file of a locked statement; a draft has none. */
const readFile = async ({ sources, storage, principal, id }: Named, ending: 'pdf' | 'json') => {
  const { month, ...row } = zLocked.parse(await findRow(sources, model, principal, id))
  const hash = ending === 'pdf' ? row.sha256 : row.contentSha256
  const keyOf = (sha: string) => statementFileKey(row.hostAccountId, sha, ending)
  return { month, bytes: await readProvenFile(storage, hash, keyOf, 'the locked statement') }
}

const readContent = async (of: Named) => {
  const { bytes, month } = await readFile(of, 'json')
  return { month, content: zStatementContent.parse(JSON.parse(bytes.toString())) }
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
      const { content } = await readContent({ sources, storage, principal, id: params.id })
      return { status: 200, headers: position, body: content }
    },
  }),
  route({
    ...common,
    path: '/api/statements/:id/document.pdf',
    rate: 'export',
    handler: async ({ principal, params }) => {
      const { bytes, month } = await readFile({ sources, storage, principal, id: params.id }, 'pdf')
      return answerPdf(`statement-${month}.pdf`, bytes)
    },
  }),
  route({
    ...common,
    path: '/api/statements/:id/entries.csv',
    rate: 'export',
    handler: async ({ principal, params }) => {
      const { content, month } = await readContent({ sources, storage, principal, id: params.id })
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
