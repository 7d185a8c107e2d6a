import type { LocalDate } from '@hearth/contracts/kernel/dates'
import { zReport, type ProviderReport } from '@hearth/contracts/payout'
import { z } from 'zod'
import { formatEndToEndId } from '../sepa.ts'
import { amountFields, formatAmount, readTransferAmount, zAmount } from './amounts.ts'
import { WITHOUT_DETAILS, type BankDocument, type Leftover } from './bankDocument.ts'
import { parseMoment, readDay, zDay } from './days.ts'
import { readReturn } from './reasons.ts'
import { recognize } from './references.ts'
import { zCode, zContent, zElement } from './xml.ts'

export const zStatements = zElement({ Stmt: z.array(z.unknown()).default([]) })
export const zNotifications = zElement({ Ntfctn: z.array(z.unknown()).default([]) })

const zReferences = {
  InstrId: zContent.optional(),
  EndToEndId: zContent.optional(),
  PmtInfId: zContent.optional(),
  MsgId: zContent.optional(),
}
const zDirection = z.enum(['CRDT', 'DBIT'])
const zTransfer = zElement({
  ...amountFields,
  CdtDbtInd: zDirection.optional(),
  Refs: zElement(zReferences).optional(),
  RmtInf: zElement({ Ustrd: z.array(zContent).default([]) }).optional(),
  RtrInf: zElement({ Rsn: zCode.optional() }).optional(),
  AddtlTxInf: zContent.optional(),
})
type Transfer = z.output<typeof zTransfer>
const zDetails = zElement({
  Btch: zElement(zReferences).optional(),
  TxDtls: z.array(zTransfer).default([]),
})
const zEntry = z.looseObject({
  Amt: zAmount,
  CdtDbtInd: zDirection,
  RvslInd: zContent.optional(),
  Sts: z.union([z.string(), zCode.transform(({ Cd }) => Cd)]),
  BookgDt: zDay,
  ValDt: zDay,
  NtryRef: zContent.optional(),
  AcctSvcrRef: zContent.optional(),
  AddtlNtryInf: zContent.optional(),
  Chrgs: z.array(z.unknown()).optional(),
  NtryDtls: z.array(zDetails).default([]),
})
type Entry = z.output<typeof zEntry>
const zStatement = z.looseObject({
  Id: zContent,
  CreDtTm: zContent.optional(),
  FrToDt: zElement({ FrDtTm: zContent.optional(), ToDtTm: zContent.optional() }).optional(),
  Acct: zElement({
    Id: zElement({
      IBAN: zContent.optional(),
      Othr: zElement({ Id: zContent.optional() }).optional(),
    }).optional(),
  }).optional(),
  Ntry: z.array(z.unknown()).default([]),
})
type Statement = z.output<typeof zStatement>

type Line = Readonly<{ report: ProviderReport }> | Readonly<{ leftover: Leftover }>

const describeIssue = ({ issues: [issue] }: z.ZodError) =>
  `${issue?.path.join('/') ?? ''} ${issue?.message ?? ''}`

/** The texts of a transfer that may name one of our attempts, the most exact first. */
const listPlaces = (
  entry: Entry,
  transfer: Transfer | undefined,
  batch: z.output<typeof zDetails>['Btch'],
) => {
  const refs = transfer?.Refs
  const texts = transfer?.RmtInf?.Ustrd ?? []
  // What is said of the whole entry says nothing of one of several transfers.
  const whole = batch === undefined ? [] : [batch.PmtInfId, batch.MsgId]
  return [
    [refs?.EndToEndId],
    [refs?.InstrId],
    texts,
    [texts.join(' ')],
    [refs?.PmtInfId],
    [refs?.MsgId],
    [transfer?.AddtlTxInf],
    whole,
    countTransfers(entry) > 1 ? [] : [entry.AddtlNtryInf, entry.NtryRef],
  ]
}

const countTransfers = ({ NtryDtls }: Entry): number =>
  Math.max(
    1,
    NtryDtls.reduce((sum, { TxDtls }) => sum + TxDtls.length, 0),
  )

/** What the bank and the payer wrote, for a person who has to recognize it. */
const readText = ({ AddtlNtryInf }: Entry, transfer: Transfer | undefined): string =>
  [...(transfer?.RmtInf?.Ustrd ?? []), transfer?.AddtlTxInf, AddtlNtryInf]
    .filter((text) => text !== undefined)
    .join(' ')

const readTransfer = (
  entry: Entry,
  transfer: Transfer | undefined,
  batch: z.output<typeof zDetails>['Btch'],
  day: LocalDate | undefined,
): Line => {
  const name = entry.NtryRef ?? entry.AcctSvcrRef ?? '–'
  const amount = readTransferAmount(entry, transfer, countTransfers(entry))
  const shown = amount.ok ? formatAmount(amount) : `${entry.Amt['#text']} ${entry.Amt['@_Ccy']}`
  const direction = transfer?.CdtDbtInd ?? entry.CdtDbtInd
  const leave = (kind: Leftover['kind'], why: string): Line => ({
    leftover: {
      kind,
      entry: name,
      direction: direction === 'CRDT' ? 'in' : 'out',
      amount: shown,
      amountMinor: amount.ok ? amount.amountMinor : null,
      currency: amount.ok ? amount.currency : null,
      day: day ?? null,
      text: readText(entry, transfer),
      why,
    },
  })
  const found = recognize(...listPlaces(entry, transfer, batch))
  if (found.kind === 'foreign') return leave('foreign', 'it isn’t one of our payments')
  if (found.kind === 'ambiguous') return leave('unreadable', 'it names several of our payments')
  if (direction === 'DBIT' && entry.RvslInd === 'true')
    return leave('unreadable', 'it takes back money that was returned to us')
  if (!amount.ok) return leave('unreadable', amount.why)
  if (day === undefined) return leave('unreadable', 'it has no day')
  const { Cd = '', Prtry = '' } = transfer?.RtrInf?.Rsn ?? {}
  const report = zReport.safeParse({
    attemptKey: found.attemptKey,
    result: direction === 'CRDT' ? 'returned' : 'paid',
    providerRef: formatEndToEndId(found.attemptKey),
    amountMinor: amount.amountMinor,
    currency: amount.currency,
    at: `${day}T00:00:00.000Z`,
    code: direction === 'CRDT' ? readReturn(Cd === '' ? Prtry : Cd) : null,
    expectedArrival: null,
  })
  return report.success ? { report: report.data } : leave('unreadable', describeIssue(report.error))
}

const readEntry = (value: unknown, statement: Statement): readonly Line[] => {
  const parsed = zEntry.safeParse(value)
  if (!parsed.success) {
    const { NtryRef = '–' } = z.looseObject({ NtryRef: z.string().optional() }).safeParse(value).data ?? {}
    const why = describeIssue(parsed.error)
    return [{ leftover: { ...WITHOUT_DETAILS, kind: 'unreadable', entry: NtryRef, why } }]
  }
  const entry = parsed.data
  if (entry.Sts !== 'BOOK') return []
  const day = readDay(
    entry.BookgDt,
    entry.ValDt,
    { DtTm: statement.FrToDt?.ToDtTm },
    { DtTm: statement.CreDtTm },
  )
  const lines = entry.NtryDtls.flatMap(({ Btch, TxDtls }) =>
    TxDtls.map((transfer) => readTransfer(entry, transfer, TxDtls.length > 1 ? undefined : Btch, day)),
  )
  return lines.length > 0 ? lines : [readTransfer(entry, undefined, entry.NtryDtls[0]?.Btch, day)]
}

/**
 * A correction has the account, the id and the period of what it replaces. Ids alone are not enough: some
 * banks count them from 1 again every year.
 */
const formatKey = (kind: string, { Id, Acct, FrToDt, CreDtTm }: Statement): string => {
  const account = Acct?.Id?.IBAN ?? Acct?.Id?.Othr?.Id ?? ''
  const period = FrToDt?.FrDtTm?.slice(0, 10) ?? CreDtTm?.slice(0, 4) ?? ''
  return [kind, account, Id, period].join('/')
}

const readStatement = (kind: 'statement' | 'notification', value: unknown): BankDocument => {
  const parsed = zStatement.safeParse(value)
  if (!parsed.success) {
    const why = describeIssue(parsed.error)
    const leftover = { ...WITHOUT_DETAILS, kind: 'unreadable', entry: '–', why } as const
    return { key: '', createdAt: undefined, reports: [], statuses: [], leftovers: [leftover] }
  }
  const lines = parsed.data.Ntry.flatMap((entry) => readEntry(entry, parsed.data))
  return {
    key: formatKey(kind, parsed.data),
    createdAt: parseMoment(parsed.data.CreDtTm),
    reports: lines.flatMap((line) => ('report' in line ? [line.report] : [])),
    statuses: [],
    leftovers: lines.flatMap((line) => ('leftover' in line ? [line.leftover] : [])),
  }
}

/**
 * Our transfers in statements or notifications: a booked debit was paid, a booked credit was returned. Entries
 * that are not booked yet are left out.
 */
export const readStatements = (
  kind: 'statement' | 'notification',
  statements: readonly unknown[],
): readonly BankDocument[] => statements.map((statement) => readStatement(kind, statement))
