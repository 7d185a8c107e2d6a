import type { Instant } from '@hearth/contracts/kernel/dates'
import type { OfType, RecordedEvent } from '@hearth/contracts/kernel/message'
import { ERASED } from '@hearth/contracts/kernel/erased'
import type { LedgerEvent } from '@hearth/contracts/ledger'
import {
  draftFigures,
  isDocumentDue,
  listTaxEntries,
  TAX_KINDS,
  type TaxDocumentForm,
  type TaxHome,
  type TaxProfile,
  type TaxProfileCommand,
} from '@hearth/contracts/tax-profile'
import { toLocalDate } from '@hearth/platform/zones/localTime'
import { accountFold, readCountry, readTimezone } from '../account/account.state.ts'
import { contentOf, formatPlace, listingFold } from '../listing/listing.state.ts'
import type { ReadPolicy } from '../policy/policyReader.ts'
import type { LoadRequest, ReadState } from '../runtime/decider.ts'
import type { DraftedDocument, TaxPayee } from './printTaxDocument.ts'
import type { PrintedFile, TaxFiles } from './taxFiles.ts'
import { taxProfileFold } from './taxProfile.state.ts'

/** `drafted` is null while the year isn't over, or details of the host are missing. */
export type DocumentFacts = Readonly<{ isYearOver: boolean; drafted: DraftedDocument | null; isDue: boolean }>

export type DocumentPorts = Readonly<{
  /** The account's ledger from its first event, opened, never a moment old. */
  readLedger: (hostAccountId: string) => AsyncIterable<RecordedEvent>
  readPolicy: ReadPolicy
  files: Pick<TaxFiles, 'printDocument'>
}>

type DocumentCommand = OfType<TaxProfileCommand, 'IssueTaxDocument' | 'CorrectTaxDocument'>
/** A US form needs the W-9 of a US person, and DAC7 its details. */
const findPayee = ({ form, dac7 }: TaxProfile, wanted: TaxDocumentForm): TaxPayee | undefined => {
  const payee =
    wanted === 'DAC7'
      ? (dac7 ?? undefined)
      : form?.form === 'W9' && form.match !== 'mismatch'
        ? { ...form, tins: [form.tin] }
        : undefined
  return payee?.person.legalName === ERASED ? undefined : payee
}

type KnownHome = TaxHome & Readonly<{ place: string }>

const readHome = async (listingId: string, readState: ReadState): Promise<KnownHome> => {
  const listing = await readState(listingFold, listingId)
  if (listing.status === 'none') return { role: 'self_managed', country: null, place: 'A home we don’t know' }
  const country = contentOf(listing).location?.address?.country ?? null
  return { role: listing.feeModel, country, place: formatPlace(listing) }
}

const readPosted = async (hostAccountId: string, { readLedger }: DocumentPorts) => {
  const posted: OfType<LedgerEvent, 'LedgerEntryPosted'>['data'][] = []
  let ledgerRevision = -1
  for await (const { type, data, revision } of readLedger(hostAccountId)) {
    ledgerRevision = Number(revision)
    const event = { type, data } as LedgerEvent
    if (event.type === 'LedgerEntryPosted' && TAX_KINDS.some((kind) => kind === event.data.kind))
      posted.push(event.data)
  }
  return { posted, ledgerRevision }
}

type Year = Readonly<{ form: TaxDocumentForm; year: number; timezone: string; country: string | null }>

const draftDocument = async (
  { form, year, timezone, country }: Year,
  hostAccountId: string,
  readState: ReadState,
  ports: DocumentPorts,
) => {
  const { posted, ledgerRevision } = await readPosted(hostAccountId, ports)
  const ids = [...new Set(posted.map(({ listingId }) => listingId))]
  const homes = new Map(
    await Promise.all(
      ids.flatMap((id) => (id === null ? [] : [readHome(id, readState).then((home) => [id, home] as const)])),
    ),
  )
  const entries = listTaxEntries(
    posted.map(({ entryId: id, ...entry }) => ({ ...entry, id })),
    year,
    (instant: Instant) => toLocalDate(instant, timezone),
    homes,
  )
  return { drafted: { ...draftFigures(form, entries, country), ledgerRevision }, homes }
}

const findWanted = (
  { type, data }: DocumentCommand,
  { documents }: TaxProfile,
): Readonly<{ form: TaxDocumentForm; year: number }> | undefined =>
  type === 'IssueTaxDocument' ? data : documents.find(({ id }) => id === data.documentId)

/** The form of the command as it would be issued now, printed. */
export const loadDocument = async (
  command: DocumentCommand,
  { id, now }: LoadRequest,
  readState: ReadState,
  ports: DocumentPorts,
): Promise<Readonly<{ document: DocumentFacts; file: PrintedFile | null }>> => {
  const [profile, account] = await Promise.all([
    readState(taxProfileFold, id, { fresh: true }),
    readState(accountFold, id),
  ])
  const wanted = findWanted(command, profile)
  const timezone = readTimezone(account)
  const isYearOver = wanted !== undefined && wanted.year < Number(toLocalDate(now, timezone).slice(0, 4))
  const payee = wanted && findPayee(profile, wanted.form)
  if (wanted === undefined || !isYearOver || payee === undefined)
    return { document: { isYearOver, drafted: null, isDue: false }, file: null }
  const country = readCountry(account)
  const { form, year } = wanted
  const { drafted: figures, homes } = await draftDocument(
    { form, year, timezone, country },
    id,
    readState,
    ports,
  )
  const drafted = { ...figures, form, year, vaultRef: payee.vaultRef }
  const terms = await ports.readPolicy('tax', `${year}-12-31T23:59:59.000Z`)
  const isCorrection = command.type === 'CorrectTaxDocument'
  return {
    document: { isYearOver, drafted, isDue: isDocumentDue(form, figures, terms.body, payee.person.region) },
    file: await ports.files.printDocument({ ...drafted, payee, places: homes, issuedAt: now, isCorrection }),
  }
}
