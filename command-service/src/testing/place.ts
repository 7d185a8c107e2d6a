import { randomInt } from 'node:crypto'
import { newId, type Id } from '@hearth/contracts/kernel/ids'
import { createAddress, listGoLiveSteps, listRoomsToShow } from '@hearth/contracts/listing/goLiveSteps'
import { PHOTO_LIMITS } from '@hearth/contracts/listing/photos'
import { accepted, command, inDays, PEOPLE, type TestService } from './fixture.ts'
import { ACCOUNT, HOUSE } from './house.ts'

export type Place = Readonly<{ accountId: Id; listingId: Id }>

const BANK = {
  currency: 'EUR',
  holderName: 'Casa Sol Lda',
  bankName: null,
  bank: { type: 'sepa', iban: 'DE89370400440532013000' },
} as const

const startHouse = async ({ handle }: Pick<TestService, 'handle'>, accountId: Id): Promise<Place> => {
  const { id: listingId } = accepted(
    await handle(command('StartListing', PEOPLE.importer, HOUSE, { hostAccountId: accountId })),
  )
  return { accountId, listingId }
}

/** An account with one house that is not live, and no bank account. */
export const startPlace = async (service: Pick<TestService, 'handle'>): Promise<Place> => {
  const { id } = accepted(await service.handle(command('OpenAccount', PEOPLE.importer, ACCOUNT)))
  return startHouse(service, id)
}

/** Records photos as an inspection leaves them, without their bytes. */
const recordPhotos = async (
  { pool }: Pick<TestService, 'pool'>,
  { accountId, listingId }: Place,
  count: number,
): Promise<readonly Id[]> => {
  const ids = Array.from({ length: count }, () => newId())
  await pool.query(
    `
      insert into app.upload (id, tenant_id, listing_id, name, type, size, width, height, state, sha256)
      select id, $2, $3, 'photo.jpg', 'image/jpeg', 1, $4, $5, 'clean', ''
      from unnest($1::uuid[]) as id`,
    [ids, accountId, listingId, PHOTO_LIMITS.width, PHOTO_LIMITS.height],
  )
  return ids
}

const publish = async (
  service: Pick<TestService, 'handle' | 'pool'>,
  place: Place,
  street = 'Rua da Bica 4',
): Promise<void> => {
  const steps = listGoLiveSteps({
    address: createAddress('PT', 'Lisbon', street),
    bedrooms: HOUSE.bedrooms,
    photoIds: await recordPhotos(service, place, listRoomsToShow(HOUSE.bedrooms).length),
    verified: { verifiedBy: 'Registo Nacional de Turismo', verifiedOn: inDays(-1) },
  })
  for (const { type, data } of steps)
    accepted(await service.handle(command(type, PEOPLE.importer, data, { id: place.listingId })))
}

/** An account with a verified bank account and one published house. */
export const openPlace = async (
  service: Pick<TestService, 'handle' | 'pool'>,
  iban: string = BANK.bank.iban,
): Promise<Place> => {
  const { handle } = service
  const place = await startPlace(service)
  const method = { ...BANK, bank: { ...BANK.bank, iban } }
  accepted(await handle(command('ImportPayoutMethod', PEOPLE.importer, method, { id: place.accountId })))
  await publish(service, place)
  return place
}

/** Another published house of the account. */
export const openSecondHouse = async (
  service: Pick<TestService, 'handle' | 'pool'>,
  { accountId }: Pick<Place, 'accountId'>,
): Promise<Place> => {
  const place = await startHouse(service, accountId)
  await publish(service, place, `Rua da Bica ${randomInt(5, 100_000)}`)
  return place
}
