import { addDays } from '@hearth/contracts/kernel/dates'
import type { Secret } from '@hearth/platform/config/secret'
import type { Envelope } from '../../runtime/outcome.ts'
import {
  accepted,
  command,
  inDays,
  PEOPLE,
  QUOTE_SECRET,
  stay,
  type TestService,
} from '../../testing/fixture.ts'
import type { Place } from '../../testing/place.ts'
import { createPreview } from '../preview.ts'

const quoteSecret: Secret = { reveal: () => QUOTE_SECRET, toString: () => '', toJSON: () => '' }

/** A stay of three nights that began a week ago, on the clock of the importer. */
export const openBegunStay = async (
  { handle }: Pick<TestService, 'handle'>,
  { accountId, listingId }: Place,
): Promise<string> => {
  const checkIn = inDays(-7)
  const imported = stay(listingId, checkIn, 3, { source: 'import', cancellationPolicyCode: 'flexible' })
  const received = command('ReceiveBooking', PEOPLE.importer, imported, {
    hostAccountId: accountId,
    occurredAt: `${addDays(checkIn, -30)}T12:00:00.000Z`,
  })
  const { id } = accepted(await handle(received))
  const occurredAt = `${addDays(checkIn, 1)}T12:00:00.000Z`
  accepted(await handle(command('CheckInBooking', PEOPLE.importer, {}, { id, occurredAt })))
  return id
}

/** The owner’s answer that gives back this much, with the token of its preview. */
export const grantRefund = async (
  service: Pick<TestService, 'handler' | 'ports'>,
  accountId: string,
  id: string,
  amountMinor: number,
): Promise<Envelope> => {
  const owner = PEOPLE.owner(accountId)
  const seen = await createPreview({ ...service, quoteSecret })(owner, id, {
    decision: 'accept',
    amountMinor,
  })
  if (seen.kind === 'rejected') throw new Error(seen.detail)
  const body = { previewToken: seen.preview.token, amountMinor, note: null }
  return command('GrantRefundWaiver', owner, body, { id })
}
