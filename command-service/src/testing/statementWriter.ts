import { formatEndToEndId } from '../payout/sepa.ts'

/** The versions of camt.053 whose elements differ from those before. */
export const STATEMENT_VERSIONS = ['02', '04', '08', '13'] as const
export type StatementVersion = (typeof STATEMENT_VERSIONS)[number]

/** Where a bank repeats our reference, and where it states the amount of one transfer. */
export const REFERENCE_PLACES = ['EndToEndId', 'InstrId', 'PmtInfId', 'MsgId', 'Ustrd', 'split'] as const
export const AMOUNT_PLACES = ['Amt', 'TxAmt', 'InstdAmt', 'entry'] as const

export type WrittenTransfer = Readonly<{
  /** Null: not one of ours. */
  attemptKey: string | null
  amountMinor: number
  reference: (typeof REFERENCE_PLACES)[number]
  upperCase: boolean
  amount: (typeof AMOUNT_PLACES)[number]
}>
export type WrittenEntry = Readonly<{
  returned: boolean
  booked: boolean
  day: string
  dayForm: 'date' | 'zoned' | 'time' | 'value'
  transfers: readonly WrittenTransfer[]
}>
export type WrittenMessage = Readonly<{
  version: StatementVersion
  prefix: string
  statements: readonly (readonly WrittenEntry[])[]
}>

const formatEuros = (minor: number) => `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`
const amountElement = (minor: number) => `<Amt Ccy="EUR">${formatEuros(minor)}</Amt>`
const DAY_FORMS: Readonly<Record<WrittenEntry['dayForm'], (day: string) => string>> = {
  date: (day) => `<BookgDt><Dt>${day}</Dt></BookgDt>`,
  zoned: (day) => `<BookgDt><Dt>${day}+01:00</Dt></BookgDt>`,
  time: (day) => `<BookgDt><DtTm>${day}T00:15:00+02:00</DtTm></BookgDt>`,
  value: (day) => `<ValDt><Dt>${day}</Dt></ValDt>`,
}

const writeReference = ({ attemptKey, reference, upperCase }: WrittenTransfer) => {
  const id = attemptKey === null ? 'RENT-7' : formatEndToEndId(attemptKey)
  const text = upperCase ? id.toUpperCase() : id
  const remittance = (...lines: readonly string[]) =>
    `<RmtInf>${lines.map((line) => `<Ustrd>${line}</Ustrd>`).join('')}</RmtInf>`
  if (reference === 'split') return remittance(`Hearth payout ${text.slice(0, 21)}`, text.slice(21))
  return reference === 'Ustrd'
    ? `<Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>${remittance(`Hearth payout ${text}`)}`
    : `<Refs><${reference}>${text}</${reference}></Refs>`
}

/** The second version has no amount and no direction of its own for a transfer. */
const writeAmount = (
  { amount, amountMinor }: WrittenTransfer,
  { transfers, returned }: WrittenEntry,
  version: StatementVersion,
) => {
  const direction = version === '02' ? '' : `<CdtDbtInd>${returned ? 'CRDT' : 'DBIT'}</CdtDbtInd>`
  if (amount === 'entry' && transfers.length === 1) return direction
  if (version !== '02' && amount === 'Amt') return amountElement(amountMinor) + direction
  const name = amount === 'InstdAmt' ? 'InstdAmt' : 'TxAmt'
  return `${direction}<AmtDtls><${name}>${amountElement(amountMinor)}</${name}></AmtDtls>`
}

const writeEntry = (entry: WrittenEntry, version: StatementVersion): string => {
  const { returned, booked, day, dayForm, transfers } = entry
  const status = booked ? 'BOOK' : 'PDNG'
  const details = transfers
    .map((transfer) => `<TxDtls>${writeReference(transfer)}${writeAmount(transfer, entry, version)}</TxDtls>`)
    .join('')
  return [
    `<Ntry>${amountElement(transfers.reduce((sum, { amountMinor }) => sum + amountMinor, 0))}`,
    `<CdtDbtInd>${returned ? 'CRDT' : 'DBIT'}</CdtDbtInd>`,
    `<Sts>${version === '08' || version === '13' ? `<Cd>${status}</Cd>` : status}</Sts>`,
    `${DAY_FORMS[dayForm](day)}<NtryDtls>${details}</NtryDtls></Ntry>`,
  ].join('')
}

/** A camt.053 message as banks write it in each version. */
export const writeStatementMessage = ({ version, prefix, statements }: WrittenMessage): string => {
  const written = statements.map(
    (entries, index) =>
      `<Stmt><Id>${index + 1}</Id><CreDtTm>2026-07-15T04:00:00</CreDtTm>` +
      `<Acct><Id><IBAN>NL91ABNA0417164300</IBAN></Id></Acct>` +
      `${entries.map((entry) => writeEntry(entry, version)).join('')}</Stmt>`,
  )
  const xml =
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt>` +
    `<GrpHdr><MsgId>m</MsgId></GrpHdr>${written.join('')}</BkToCstmrStmt></Document>`
  return prefix === ''
    ? xml
    : xml.replaceAll(/<(\/?)([A-Z])/g, `<$1${prefix}:$2`).replace('xmlns=', `xmlns:${prefix}=`)
}
