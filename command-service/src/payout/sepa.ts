import { CURRENCY_EXPONENT, formatDecimal, type Currency } from '@hearth/contracts/kernel/money'
import { payoutOfKey, zReport, type PayoutFailure, type ProviderReport } from '@hearth/contracts/payout'
import { XMLBuilder, XMLParser, XMLValidator } from 'fast-xml-parser'
import { z } from 'zod'
import type { PaymentOrder } from './provider.ts'

/** The payer: our own account at the bank that fetches the file. */
export type Debtor = Readonly<{ name: string; iban: string; bic: string }>

// Characters that SEPA allows in names and texts; any other becomes a space.
const latin = (text: string, most: number) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9/\-?:().,'+ ]/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()
    .slice(0, most) || 'NOTPROVIDED'

/**
 * An attempt's key in the 35 characters of an end-to-end id: the payout's id without dashes, then the
 * attempt's number.
 */
export const formatEndToEndId = (attemptKey: string): string => {
  const payoutId = payoutOfKey(attemptKey)
  if (payoutId === undefined) throw new Error('Only attempts of payouts are sent')
  return `${payoutId.replaceAll('-', '')}${attemptKey.slice(payoutId.length + 1)}`
}
/** The attempt's key; undefined for an end-to-end id that is not ours. */
export const parseEndToEndId = (id: string): string | undefined => {
  const [, a, b, c, d, e, n] =
    /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})([1-9]\d{0,2})$/.exec(id) ?? []
  return n === undefined ? undefined : `${a}-${b}-${c}-${d}-${e}-${n}`
}

const builder = new XMLBuilder({ ignoreAttributes: false, format: true })

/**
 * Transfers in euros to IBANs as one payment file, ISO 20022 pain.001.001.09; `messageId` has at most 35
 * characters. Throws for a payment that SEPA cannot carry.
 */
export const writePaymentFile = (
  orders: readonly PaymentOrder[],
  debtor: Debtor,
  { messageId, createdAt, executeOn }: Readonly<{ messageId: string; createdAt: string; executeOn: string }>,
): string => {
  const count = String(orders.length)
  const total = formatDecimal(
    orders.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    'EUR',
  )
  const transfers = orders.map(({ attemptKey, amountMinor, currency, payee: { bank, holderName } }) => {
    if (currency !== 'EUR' || bank.type !== 'sepa') throw new Error('A SEPA file carries euros to IBANs only')
    const endToEndId = formatEndToEndId(attemptKey)
    return {
      PmtId: { InstrId: endToEndId, EndToEndId: endToEndId },
      Amt: { InstdAmt: { '@_Ccy': currency, '#text': formatDecimal(amountMinor, currency) } },
      Cdtr: { Nm: latin(holderName, 70) },
      CdtrAcct: { Id: { IBAN: bank.iban } },
      RmtInf: { Ustrd: `Hearth payout ${endToEndId}` },
    }
  })
  const content: string = builder.build({
    '?xml': { '@_version': '1.0', '@_encoding': 'UTF-8' },
    Document: {
      '@_xmlns': 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09',
      CstmrCdtTrfInitn: {
        GrpHdr: {
          MsgId: messageId,
          CreDtTm: createdAt,
          NbOfTxs: count,
          CtrlSum: total,
          InitgPty: { Nm: latin(debtor.name, 70) },
        },
        PmtInf: {
          PmtInfId: messageId,
          PmtMtd: 'TRF',
          BtchBookg: 'false',
          NbOfTxs: count,
          CtrlSum: total,
          PmtTpInf: { SvcLvl: { Cd: 'SEPA' } },
          ReqdExctnDt: { Dt: executeOn },
          Dbtr: { Nm: latin(debtor.name, 70) },
          DbtrAcct: { Id: { IBAN: debtor.iban } },
          DbtrAgt: { FinInstnId: { BICFI: debtor.bic } },
          ChrgBr: 'SLEV',
          CdtTrfTxInf: transfers,
        },
      },
    },
  })
  return content
}

const list = <T extends z.ZodType>(item: T) => z.array(item)
const zReference = z.looseObject({ EndToEndId: z.string().optional() })
const zDetail = z.looseObject({
  Refs: zReference.optional(),
  Amt: z.looseObject({ '#text': z.string(), '@_Ccy': z.string() }).optional(),
  RtrInf: z.looseObject({ Rsn: z.looseObject({ Cd: z.string().optional() }).optional() }).optional(),
})
const zEntry = z.looseObject({
  Amt: z.looseObject({ '#text': z.string(), '@_Ccy': z.string() }),
  CdtDbtInd: z.enum(['CRDT', 'DBIT']),
  Sts: z.union([z.string(), z.looseObject({ Cd: z.string() })]),
  BookgDt: z.looseObject({ Dt: z.string().optional(), DtTm: z.string().optional() }).optional(),
  AcctSvcrRef: z.string().optional(),
  NtryRef: z.string().optional(),
  NtryDtls: list(z.looseObject({ TxDtls: list(zDetail).default([]) })).default([]),
})
const zStatement = z.object({
  Document: z.looseObject({
    BkToCstmrStmt: z.looseObject({
      Stmt: list(z.looseObject({ Id: z.string(), Ntry: list(zEntry).default([]) })),
    }),
  }),
})

const LISTS = new Set(['Stmt', 'Ntry', 'NtryDtls', 'TxDtls'])
const parser = new XMLParser({
  ignoreAttributes: false,
  parseTagValue: false,
  parseAttributeValue: false,
  removeNSPrefix: true,
  processEntities: false,
  isArray: (name) => LISTS.has(name),
})

/** Why banks return transfers (ISO 20022 external return reasons), as our failures. */
const REASONS: Readonly<Record<string, PayoutFailure>> = {
  AC01: 'invalid_account',
  AC03: 'invalid_account',
  AC04: 'account_closed',
  AC06: 'account_closed',
  BE01: 'name_mismatch',
  BE04: 'name_mismatch',
}

/** Minor units of a bank's decimal text; undefined when it has more decimals than the currency. */
const parseMinor = (text: string, exponent: number): number | undefined => {
  const [, whole = '', fraction = ''] = /^(\d{1,15})(?:\.(\d{1,5}))?$/.exec(text) ?? []
  if (whole === '' || fraction.slice(exponent).replaceAll('0', '') !== '') return undefined
  return Number(`${whole}${fraction.slice(0, exponent).padEnd(exponent, '0')}`)
}

const zFile = z.object({
  Document: z.looseObject({
    CstmrCdtTrfInitn: z.looseObject({
      PmtInf: z.looseObject({
        CdtTrfTxInf: z.looseObject({
          Amt: z.looseObject({ InstdAmt: z.looseObject({ '#text': z.string(), '@_Ccy': z.string() }) }),
        }),
      }),
    }),
  }),
})

/** Amount and currency of a file with one transfer; undefined for any other. */
export const readOrder = (xml: string): Readonly<{ amountMinor: number; currency: string }> | undefined => {
  const file = zFile.safeParse(parser.parse(xml))
  if (!file.success) return undefined
  const { '#text': text, '@_Ccy': currency } =
    file.data.Document.CstmrCdtTrfInitn.PmtInf.CdtTrfTxInf.Amt.InstdAmt
  const amountMinor = parseMinor(text, CURRENCY_EXPONENT.EUR)
  return amountMinor === undefined ? undefined : { amountMinor, currency }
}

const describeIssue = ({ issues: [issue] }: z.ZodError) =>
  `${issue?.path.join('/') ?? ''} ${issue?.message ?? ''}`

export type StatementReading =
  | Readonly<{
      ok: true
      statementId: string
      reports: readonly ProviderReport[]
      /** The number of booked entries that are not our transfers. */
      others: number
    }>
  | Readonly<{ ok: false; why: string }>

/**
 * Reads our transfers from an account statement, ISO 20022 camt.053: a debit was paid, a credit with the same
 * end-to-end id was returned. Entries that are not booked yet are left out.
 */
export const readStatement = (xml: string): StatementReading => {
  if (XMLValidator.validate(xml) !== true) return { ok: false, why: 'This isn’t XML.' }
  if (/<!DOCTYPE/i.test(xml)) return { ok: false, why: 'A statement has no DOCTYPE.' }
  const parsed = zStatement.safeParse(parser.parse(xml))
  const [statement, ...more] = parsed.data?.Document.BkToCstmrStmt.Stmt ?? []
  if (!parsed.success || statement === undefined || more.length > 0)
    return { ok: false, why: 'This isn’t a camt.053 file with one statement.' }
  const reports: ProviderReport[] = []
  let others = 0
  for (const entry of statement.Ntry) {
    if ((typeof entry.Sts === 'string' ? entry.Sts : entry.Sts.Cd) !== 'BOOK') continue
    const details = entry.NtryDtls.flatMap(({ TxDtls }) => TxDtls)
    for (const { Refs, Amt = entry.Amt, RtrInf } of details.length === 0
      ? [{ Amt: entry.Amt, Refs: undefined, RtrInf: undefined }]
      : details) {
      const attemptKey = parseEndToEndId(Refs?.EndToEndId ?? '')
      const currency = Amt['@_Ccy']
      const amountMinor = parseMinor(
        Amt['#text'],
        Object.hasOwn(CURRENCY_EXPONENT, currency) ? CURRENCY_EXPONENT[currency as Currency] : 2,
      )
      const bookedAt = entry.BookgDt?.DtTm ?? `${entry.BookgDt?.Dt ?? ''}T00:00:00Z`
      const returned = entry.CdtDbtInd === 'CRDT'
      const report = zReport.safeParse({
        attemptKey,
        amountMinor,
        currency,
        result: returned ? 'returned' : 'paid',
        providerRef: Refs?.EndToEndId,
        at: Number.isNaN(Date.parse(bookedAt)) ? bookedAt : new Date(bookedAt).toISOString(),
        code: returned ? (REASONS[RtrInf?.Rsn?.Cd ?? ''] ?? 'rejected') : null,
        expectedArrival: null,
      })
      if (attemptKey === undefined) others += 1
      else if (report.success) reports.push(report.data)
      else {
        const reference = entry.NtryRef ?? entry.AcctSvcrRef ?? attemptKey
        return { ok: false, why: `Entry ${reference} cannot be read: ${describeIssue(report.error)}` }
      }
    }
  }
  return { ok: true, statementId: statement.Id, reports, others }
}
