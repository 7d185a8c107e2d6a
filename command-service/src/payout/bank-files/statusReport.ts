import { z } from 'zod'
import { formatEndToEndId } from '../sepa.ts'
import { WITHOUT_DETAILS, type BankDocument, type Leftover, type PaymentStatus } from './bankDocument.ts'
import { parseMoment } from './days.ts'
import { isDuplicate, readRejection } from './reasons.ts'
import { recognize } from './references.ts'
import { zCode, zContent, zElement } from './xml.ts'

const zReasons = z.array(zElement({ Rsn: zCode.optional() })).default([])
const zTransaction = zElement({
  OrgnlInstrId: zContent.optional(),
  OrgnlEndToEndId: zContent.optional(),
  TxSts: zContent.optional(),
  StsRsnInf: zReasons,
})
const zTransactions = z.array(zTransaction).default([])
const zPayment = zElement({
  OrgnlPmtInfId: zContent.optional(),
  PmtInfSts: zContent.optional(),
  StsRsnInf: zReasons,
  TxInfAndSts: zTransactions,
})
export const zStatusReport = zElement({
  GrpHdr: zElement({ MsgId: zContent.optional(), CreDtTm: zContent.optional() }).optional(),
  OrgnlGrpInfAndSts: zElement({
    OrgnlMsgId: zContent.optional(),
    GrpSts: zContent.optional(),
    StsRsnInf: zReasons,
  }).optional(),
  OrgnlPmtInfAndSts: z.array(zPayment).default([]),
  /** In the second version they are not below a payment. */
  TxInfAndSts: zTransactions,
})
type StatusReport = z.output<typeof zStatusReport>

/** One status with the ids and reasons of its level and of those above, the most exact first. */
type Level = Readonly<{
  ids: readonly (string | undefined)[]
  statuses: readonly (string | undefined)[]
  reasons: readonly z.output<typeof zReasons>[]
}>

const listLevels = ({ OrgnlGrpInfAndSts: group, OrgnlPmtInfAndSts, TxInfAndSts }: StatusReport): Level[] => {
  const ofTransactions = (transactions: z.output<typeof zTransactions>, above: Level): Level[] =>
    transactions.length === 0
      ? [above]
      : transactions.map((transaction) => ({
          ids: [transaction.OrgnlEndToEndId, transaction.OrgnlInstrId, ...above.ids],
          statuses: [transaction.TxSts, ...above.statuses],
          reasons: [transaction.StsRsnInf, ...above.reasons],
        }))
  const top = { ids: [group?.OrgnlMsgId], statuses: [group?.GrpSts], reasons: [group?.StsRsnInf ?? []] }
  if (OrgnlPmtInfAndSts.length === 0) return ofTransactions(TxInfAndSts, top)
  return OrgnlPmtInfAndSts.flatMap((payment) =>
    ofTransactions(payment.TxInfAndSts, {
      ids: [payment.OrgnlPmtInfId, ...top.ids],
      statuses: [payment.PmtInfSts, ...top.statuses],
      reasons: [payment.StsRsnInf, ...top.reasons],
    }),
  )
}

const ON_ITS_WAY = ['RCVD', 'ACTC', 'ACCP', 'ACFC', 'ACSP', 'ACWC', 'ACWP', 'ACSC', 'ACCC', 'PDNG', 'PART']

const readLevel = ({ ids, statuses, reasons }: Level): PaymentStatus | Leftover => {
  const status = statuses.find((one) => one !== undefined && one !== '') ?? ''
  const reason = reasons.flat().flatMap(({ Rsn }) => Rsn?.Cd ?? Rsn?.Prtry ?? [])[0] ?? ''
  const leave = (kind: Leftover['kind'], why: string): Leftover => ({
    ...WITHOUT_DETAILS,
    kind,
    entry: ids.find((id) => id !== undefined) ?? '–',
    why,
  })
  const found = recognize(...ids.map((id) => [id]))
  if (found.kind !== 'ours') return leave('foreign', 'it isn’t one of our payments')
  const { attemptKey } = found
  const payment = { attemptKey, providerRef: formatEndToEndId(attemptKey) }
  if (ON_ITS_WAY.includes(status)) return { ...payment, result: 'accepted', code: null }
  if (status !== 'RJCT') return leave('unreadable', `its status is ${status === '' ? 'missing' : status}`)
  return isDuplicate(reason)
    ? leave('unreadable', 'the bank rejected it as a duplicate: check whether it executed the first one')
    : { ...payment, result: 'failed', code: readRejection(reason) }
}

/** Which of our payments a bank took or rejected, for the whole file, a payment of it or one transaction. */
export const readStatusReport = (report: StatusReport): BankDocument => {
  const lines = listLevels(report).map(readLevel)
  return {
    key: ['status', report.GrpHdr?.MsgId ?? '', report.GrpHdr?.CreDtTm ?? ''].join('/'),
    createdAt: parseMoment(report.GrpHdr?.CreDtTm),
    reports: [],
    statuses: lines.flatMap((line) => ('result' in line ? [line] : [])),
    leftovers: lines.flatMap((line) => ('kind' in line ? [line] : [])),
  }
}
