import { zOffer, type Offer } from '@hearth/contracts/request'
import type { Secret } from '@hearth/platform/config/secret'
import type { Envelope } from '../../runtime/outcome.ts'
import { command, PEOPLE, QUOTE_SECRET, type TestService } from '../../testing/fixture.ts'
import type { Place } from '../../testing/place.ts'
import { createOfferPreview } from '../offerPreview.ts'
import { createPreview } from '../preview.ts'

const quoteSecret: Secret = { reveal: () => QUOTE_SECRET, toString: () => '', toJSON: () => '' }

/** The owner’s offer of another stay, with the token of its preview. */
export const offerStay = async (
  service: Pick<TestService, 'handler' | 'ports'>,
  { accountId, listingId, bookingId }: Place & Readonly<{ bookingId: string }>,
  changes: Partial<Offer>,
  counteredId: string | null = null,
): Promise<Envelope> => {
  const owner = PEOPLE.owner(accountId)
  const offer = zOffer.parse(changes)
  const wanted = { ...offer, listingId, counteredId }
  const seen = await createOfferPreview({ ...service, quoteSecret })(owner, bookingId, wanted)
  if (seen.kind === 'rejected') throw new Error(seen.detail)
  const body = { ...offer, message: '', previewToken: seen.preview.token }
  return counteredId === null
    ? command('OfferAlteration', owner, { ...body, listingId, bookingId, after: null })
    : command('CounterRequest', owner, body, { id: counteredId })
}

/** What accepting an offer would do now, as its page shows it to the owner. */
export const previewAcceptance = async (
  service: Pick<TestService, 'handler' | 'ports'>,
  { accountId }: Place,
  id: string,
) => {
  const owner = PEOPLE.owner(accountId)
  const seen = await createPreview({ ...service, quoteSecret })(owner, id, { decision: 'accept' })
  if (seen.kind === 'rejected') throw new Error(seen.detail)
  return seen.preview
}
