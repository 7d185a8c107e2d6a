import { ERASED } from '@hearth/contracts/kernel/erased'
import { formatStream, textIn, type RecordedEvent } from '@hearth/contracts/kernel/message'
import { occurredAtOf } from '@hearth/contracts/kernel/projection'
import type { Address, Sections } from '@hearth/contracts/listing'
import type { FiledDocument, LeftOut } from '@hearth/contracts/tax-filing'
import type { Dac7Data, TaxDocument, TaxEntity, TaxPerson } from '@hearth/contracts/tax-profile'
import { contentOf, listingFold } from '../listing/listing.state.ts'
import { evolveBy, type Foldable } from '../runtime/decider.ts'
import type { ReadStream } from '../runtime/readStream.ts'
import type { TaxNumber } from '../tax-profile/taxNumber.ts'
import { taxProfileFold } from '../tax-profile/taxProfile.state.ts'
import type { PickedDocument } from './pickDocuments.ts'

/** A home as the authority knows it. */
export type ReportedHome = Readonly<{
  address: Address
  propertyType: NonNullable<Sections['type']>['propertyType'] | null
  /** Of the last event of its listing that was read. */
  revision: number
  landRegistryNumber: string | null
}>

/** Everything that a file says of one document. */
export type TaxReturn = PickedDocument &
  Readonly<{
    entity: TaxEntity
    person: TaxPerson
    numbers: readonly TaxNumber[]
    homes: ReadonlyMap<string, ReportedHome>
  }>

export type ReturnPorts = Readonly<{
  readStream: ReadStream
  /** The whole numbers of a submission; undefined when they left the vault. */
  readNumbers: (hostAccountId: string, vaultRef: string) => Promise<readonly TaxNumber[] | undefined>
}>

type Submission = Readonly<{
  entity: TaxEntity
  person: TaxPerson
  properties: Dac7Data['properties']
}>

/** The state after the last event that `isLast` names; after all events where it names none. */
const foldUntil = async <S>(
  of: Foldable<S>,
  events: AsyncIterable<RecordedEvent>,
  isLast: (event: RecordedEvent) => boolean,
): Promise<Readonly<{ state: S; revision: number }>> => {
  let state = of.initial
  let revision = -1
  for await (const event of events) {
    state = evolveBy(of, state, event, occurredAtOf(event), event.metadata['actorId'])
    revision = Number(event.revision)
    if (isLast(event)) break
  }
  return { state, revision }
}

/** What the host had given when the document was issued, under the vault's entry that the document names. */
const readSubmission = async (
  { hostAccountId, document: { id, vaultRef } }: PickedDocument,
  readStream: ReadStream,
): Promise<Submission | undefined> => {
  const stream = formatStream(taxProfileFold.category, hostAccountId)
  const {
    state: { form, dac7 },
  } = await foldUntil(taxProfileFold, readStream(stream), ({ data }) => textIn(data, 'documentId') === id)
  if (dac7?.vaultRef === vaultRef) return dac7
  return form?.vaultRef === vaultRef ? { ...form, properties: [] } : undefined
}

/** A home as it is now, or as it was after the event with this revision; undefined without an address. */
const readHome = async (
  listingId: string,
  revision: number | undefined,
  readStream: ReadStream,
): Promise<Omit<ReportedHome, 'landRegistryNumber'> | undefined> => {
  const stream = formatStream(listingFold.category, listingId)
  const read = await foldUntil(
    listingFold,
    readStream(stream),
    (event) => Number(event.revision) === revision,
  )
  if (read.state.status === 'none') return undefined
  const { location, type } = contentOf(read.state)
  const address = location?.address ?? undefined
  return address && { address, propertyType: type?.propertyType ?? null, revision: read.revision }
}

/** The homes of a report; undefined where one of them isn’t known well enough to be reported. */
const readHomes = async (
  { homes }: TaxDocument,
  { properties }: Submission,
  filedHomes: FiledDocument['homes'],
  readStream: ReadStream,
): Promise<ReadonlyMap<string, ReportedHome> | undefined> => {
  const ids = [...new Set(homes.map(({ listingId }) => listingId))]
  const known = new Map<string, ReportedHome>()
  for (const id of ids) {
    if (id === null) return undefined
    const revision = filedHomes.find(({ listingId }) => listingId === id)?.revision
    const home = await readHome(id, revision, readStream)
    if (home === undefined) return undefined
    const property = properties.find(({ listingId }) => listingId === id)
    known.set(id, { ...home, landRegistryNumber: property?.landRegistryNumber ?? null })
  }
  return known
}

/**
 * What a file says of a document, from events and the vault; the same whenever it is read with the homes of the file.
 * Where something is missing: why it is left out.
 */
export const readReturn = async (
  picked: PickedDocument,
  filedHomes: FiledDocument['homes'],
  { readStream, readNumbers }: ReturnPorts,
): Promise<TaxReturn | LeftOut['why']> => {
  const { hostAccountId, document } = picked
  const submission = await readSubmission(picked, readStream)
  if (submission === undefined || submission.person.legalName === ERASED) return 'details_erased'
  const numbers = await readNumbers(hostAccountId, document.vaultRef)
  if (numbers === undefined || numbers.length === 0) return 'number_missing'
  if (document.form === 'DAC7' && document.homes.length === 0) return 'homes_missing'
  const homes = await readHomes(document, submission, filedHomes, readStream)
  if (homes === undefined) return 'homes_missing'
  const { entity, person } = submission
  return { ...picked, entity, person, numbers, homes }
}
