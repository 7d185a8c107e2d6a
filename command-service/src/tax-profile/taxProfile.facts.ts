import type { Instant } from '@hearth/contracts/kernel/dates'
import { computeValidUntil, type KnownTin, type TaxProfileCommand } from '@hearth/contracts/tax-profile'
import { accountFold, readCountry } from '../account/account.state.ts'
import { contentOf, listingFold } from '../listing/listing.state.ts'
import type { Load, LoadRequest, ReadState } from '../runtime/decider.ts'
import { lastFour } from '../vault/vault.ts'
import { entityIn, isNumbered, listNumbers, type NumberedCommand } from './numbersIn.ts'
import type { FormDocument, TaxFiles } from './taxFiles.ts'
import { findNumberProblem, findVatProblem } from './taxNumber.ts'
import { loadDocument, type DocumentFacts, type DocumentPorts } from './taxDocument.facts.ts'

/** A number of the command as it may be shown, and why it cannot be right. */
export type CheckedNumber = KnownTin & Readonly<{ problem: string | null }>

export type TaxProfileFacts = Readonly<{
  accountCountry: string | null
  /** Of the command's listing; null when its address is unknown or it belongs to another account. */
  listingCountry: string | null
  /** The numbers of the command, in its order. */
  numbers: readonly CheckedNumber[]
  /** Listings of the command that don't belong to the account. */
  foreignListings: readonly string[]
  /** What decides about a form that is issued; null for other commands. */
  document: DocumentFacts | null
  /** The signed or issued document, stored when the command is accepted. */
  file: Readonly<{ sha256: string; bytes: Buffer }> | null
}>

const NOTHING: TaxProfileFacts = {
  accountCountry: null,
  listingCountry: null,
  numbers: [],
  foreignListings: [],
  document: null,
  file: null,
}

export type TaxProfileFactPorts = DocumentPorts &
  Readonly<{
    /** A keyed hash of a number, for comparison. */
    hashNumber: (number: string) => string
    files: TaxFiles
  }>

const readListing = async (listingId: string, hostAccountId: string, readState: ReadState) => {
  const listing = await readState(listingFold, listingId)
  return listing.status !== 'none' && listing.hostAccountId === hostAccountId ? listing : undefined
}

const checkNumbers = (
  command: NumberedCommand,
  hashNumber: TaxProfileFactPorts['hashNumber'],
): Promise<readonly CheckedNumber[]> =>
  Promise.all(
    listNumbers(command).map(async (tin) => ({
      country: tin.country,
      type: tin.type,
      last4: lastFour(tin.number),
      numberHash: hashNumber(`${tin.country}/${tin.number}`),
      problem:
        command.type === 'SetVatId'
          ? await findVatProblem(tin.country, tin.number)
          : await findNumberProblem(tin, entityIn(command)),
    })),
  )

const describeForm = (
  { type, data }: Extract<TaxProfileCommand, { type: 'SubmitTaxForm' | 'ImportTaxForm' }>,
  last4: string,
  { now }: LoadRequest,
): FormDocument => {
  const { form, entity, person, tin, treatyCountry, signedName } = data
  const signedAt: Instant = type === 'ImportTaxForm' ? data.signedAt : now
  const validUntil = computeValidUntil(form, signedAt)
  return { form, entity, person, tinType: tin.type, last4, treatyCountry, signedName, signedAt, validUntil }
}

const loadNumbered = async (
  command: NumberedCommand,
  request: LoadRequest,
  readState: ReadState,
  { hashNumber, files }: TaxProfileFactPorts,
): Promise<Partial<TaxProfileFacts>> => {
  const numbers = await checkNumbers(command, hashNumber)
  switch (command.type) {
    case 'SubmitTaxForm':
    case 'ImportTaxForm':
      return {
        numbers,
        file: await files.print(describeForm(command, numbers[0]?.last4 ?? '', request)),
      }
    case 'SubmitDac7': {
      const ids = command.data.properties.map(({ listingId }) => listingId)
      const known = await Promise.all(ids.map((id) => readListing(id, request.id, readState)))
      return { numbers, foreignListings: ids.filter((_id, index) => known[index] === undefined) }
    }
    case 'SetVatId':
      return { numbers }
  }
}

export const createTaxProfileFactLoader =
  (ports: TaxProfileFactPorts): Load<TaxProfileCommand, TaxProfileFacts> =>
  async (command, request, readState) => {
    if (isNumbered(command))
      return { ...NOTHING, ...(await loadNumbered(command, request, readState, ports)) }
    if (command.type === 'IssueTaxDocument' || command.type === 'CorrectTaxDocument')
      return { ...NOTHING, ...(await loadDocument(command, request, readState, ports)) }
    if (command.type !== 'RequestTaxInfo') return NOTHING
    const [account, listing] = await Promise.all([
      readState(accountFold, request.id),
      readListing(command.data.listingId, request.id, readState),
    ])
    return {
      ...NOTHING,
      accountCountry: readCountry(account),
      listingCountry: (listing && contentOf(listing).location?.address?.country) ?? null,
    }
  }

/** The document is stored before the event that names it; a refused signature leaves none behind. */
export const createTaxFileKeeper =
  ({ files }: TaxProfileFactPorts) =>
  async ({ file }: TaxProfileFacts, { tenantId }: LoadRequest): Promise<void> => {
    if (file !== null) await files.store(tenantId, file)
  }
