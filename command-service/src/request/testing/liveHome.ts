import { domain } from '@hearth/contracts'
import { deriveId } from '@hearth/contracts/kernel/ids'
import { bringLive } from '../../testing/bringLive.ts'
import { IMPORTER } from '../../testing/given.ts'
import { createWorld, type World } from '../../testing/world.ts'

export const TENANT = deriveId('test', 'tenant')
export const LISTING = deriveId('test', 'listing')
export const START = '2026-06-01T12:00:00.000Z'

/** A world in memory with one live home for four guests. */
export const openHome = async (pricing: object = { baseNightMinor: 100 }): Promise<World> => {
  const world = createWorld()
  const send = (type: string, id: string, data: unknown) =>
    world.send({
      tenantId: TENANT,
      now: START,
      actor: IMPORTER,
      id,
      type,
      data,
      commandId: deriveId('test', type),
    })
  await send('OpenAccount', TENANT, {
    displayName: 'Vale Stays',
    kind: 'company',
    country: 'US',
    defaultCurrency: 'USD',
    timezone: 'UTC',
  })
  const facts = { title: 'Cedar House', place: 'Hudson', timezone: 'UTC', currency: 'USD', maxGuests: 4 }
  const started = { ...facts, pricing }
  await send('StartListing', LISTING, domain.listing.commands.StartListing.schema.parse(started))
  await send('ImportPayoutMethod', TENANT, {
    currency: 'USD',
    holderName: 'Vale Stays',
    bankName: null,
    bank: {
      type: 'us_ach',
      routingNumber: '021000021',
      accountNumber: '12345678',
      accountType: 'checking',
    },
  })
  await bringLive(world, { tenantId: TENANT, listingId: LISTING, now: START })
  return world
}
