import { EventStoreDBClient } from '@eventstore/db-client'
import { addDays, listNights, type LocalDate } from '@hearth/contracts/kernel/dates'
import { newId, type Id } from '@hearth/contracts/kernel/ids'
import { createAddress } from '@hearth/contracts/listing/goLiveSteps'
import { openPool } from '@hearth/platform/postgres/pool'
import { addMembership, createUser } from '@hearth/platform/session/users'
import { openTestSession } from '@hearth/platform/testing/session'
import { createCommandSender } from '@hearth/standalone/commands/commandSender'
import { runPartitioned } from '@hearth/standalone/commands/runPartitioned'
import { completeListing } from '@hearth/standalone/importer/completeListing'
import type { Installation } from '@hearth/standalone/testing/installation'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { readHead } from './head.ts'
import { warnings } from './warnings.ts'
import { withPool } from './withPool.ts'

/** The body of the command that is measured most: one event, nothing else. */
export const NOTE = {
  text: 'Arrives late, about 22:30; the key is with the neighbour on the second floor.',
  visibility: 'host',
}

const PASSWORD = 'measured with care'
const NIGHT_MINOR = 12_000
const QUIET_WITHIN_MS = 120_000

export type House = Readonly<{
  accountId: Id
  listingIds: readonly Id[]
  bookings: readonly Readonly<{ id: Id; listingId: Id }>[]
  /** Headers of the owner's session, for commands from the console. */
  owner: Readonly<Record<string, string>>
}>

/** A stay of `nights` nights, as an importing program states it. */
export const stayAt = (listingId: Id, checkIn: LocalDate, nights: number, name: string) => {
  const checkOut = addDays(checkIn, nights)
  return {
    listingId,
    checkIn,
    checkOut,
    source: 'import',
    externalRef: name,
    guest: { guestRef: `guest-${name}`, displayName: 'Ada L.' },
    party: { adults: 2 },
    price: {
      currency: 'EUR',
      nightly: listNights(checkIn, checkOut).map((date) => ({ date, amountMinor: NIGHT_MINOR })),
      guestTotalMinor: NIGHT_MINOR * nights,
    },
  }
}

/** Headers of a session of an owner of this account, or of staff; creates the person if needed. */
export const signIn = async (
  { baseUrl, databaseUrl }: Pick<Installation, 'baseUrl' | 'databaseUrl'>,
  who: Id | 'staff',
): Promise<Readonly<Record<string, string>>> => {
  const email = who === 'staff' ? 'staff@bench.example' : `owner-${who.slice(0, 13)}@bench.example`
  return withPool(
    databaseUrl,
    async (pool) => {
      const userId = await createUser(pool, {
        email,
        displayName: who === 'staff' ? 'Staff' : 'Owner',
        password: PASSWORD,
        ...(who === 'staff' ? { staffRole: 'support' } : {}),
      })
      if (who !== 'staff') await addMembership(pool, { userId, hostAccountId: who, role: 'owner' })
      return { cookie: await openTestSession(pool, email), origin: baseUrl }
    },
    { limits: 'request' },
  )
}

/** One account with live listings and, from tomorrow on, the same number of stays of two nights at each. */
export const furnish = async (
  installation: Installation,
  size: Readonly<{ listings: number; stays: number }>,
): Promise<House> => {
  const send = createCommandSender(installation.baseUrl, installation.token('importer'))
  const done = async (path: string, body: unknown, hostAccountId?: Id): Promise<Id> => {
    const result = await send({
      path,
      body,
      key: newId(),
      ...(hostAccountId === undefined ? {} : { hostAccountId }),
    })
    if (!result.ok) throw new Error(`${path}: ${result.code}, ${result.detail}`)
    return result.id
  }
  const accountId = await done('/api/accounts', {
    displayName: 'Bench',
    kind: 'company',
    country: 'PT',
    defaultCurrency: 'EUR',
    timezone: 'Europe/Lisbon',
  })
  await done(
    `/api/payout-accounts/${accountId}/import-method`,
    {
      currency: 'EUR',
      holderName: 'Bench',
      bankName: null,
      bank: { type: 'sepa', iban: 'PT50000201231234567890154' },
    },
    accountId,
  )
  const listingIds: Id[] = []
  const bookings: { id: Id; listingId: Id }[] = []
  const first = addDays(new Date().toISOString().slice(0, 10), 1)
  const names = Array.from({ length: size.listings }, (_, number) => String(number))
  await runPartitioned(
    names,
    (name) => name,
    16,
    async (name) => {
      const body = {
        title: `Bench listing ${name}`,
        place: 'Lisbon, PT',
        timezone: 'Europe/Lisbon',
        currency: 'EUR',
        maxGuests: 4,
        pricing: { baseNightMinor: NIGHT_MINOR },
      }
      const listingId = await done('/api/listings', body, accountId)
      await completeListing({
        send,
        listingId,
        hostAccountId: accountId,
        address: createAddress('PT', 'Lisbon', 'Rua da Bica 4', body.title),
        bedrooms: 1,
        createKey: newId,
        verified: { verifiedBy: 'Bench', verifiedOn: new Date().toISOString().slice(0, 10) },
      })
      listingIds.push(listingId)
      for (let stay = 0; stay < size.stays; stay += 1)
        bookings.push({
          listingId,
          id: await done(
            '/api/bookings',
            stayAt(listingId, addDays(first, stay * 2), 2, `${name}-${stay}`),
            accountId,
          ),
        })
    },
  )
  return { accountId, listingIds, bookings, owner: await signIn(installation, accountId) }
}

/**
 * Lends a function that waits until every projection has processed the whole log, so that one round does not
 * pay for the one before.
 */
export const withQuiet = async <Result>(
  { databaseUrl, eventStoreUrl }: Pick<Installation, 'databaseUrl' | 'eventStoreUrl'>,
  work: (quiet: () => Promise<void>) => Promise<Result>,
): Promise<Result> => {
  const pool = openPool({
    connectionString: databaseUrl,
    max: 1,
    name: 'bench',
    log: warnings,
    limits: 'request',
  })
  const client = EventStoreDBClient.connectionString(eventStoreUrl)
  const caughtUpTo = async (head: bigint) => {
    const { rows } = await pool.query<{ least: string | null }>(
      `
        select min(coalesce(s.commit, 0))::text as least
        from read.projection p join read.segment s on s.projection = p.name and s.build = p.serving`,
    )
    return BigInt(rows[0]?.least ?? 0) >= head
  }
  try {
    return await work(async () => {
      const head = await readHead(client)
      await waitUntil(() => caughtUpTo(head), QUIET_WITHIN_MS, 'the projections')
    })
  } finally {
    await client.dispose()
    await pool.end()
  }
}

/** Stays that are not booked yet: after those of the house, listing by listing, night by night. */
export const createStays = ({ listingIds }: House) => {
  let made = 0
  const start = addDays(new Date().toISOString().slice(0, 10), 60)
  return (count: number) =>
    Array.from({ length: count }, () => {
      const listingId = listingIds[made % listingIds.length] ?? ''
      const body = stayAt(listingId, addDays(start, Math.floor(made / listingIds.length)), 1, `extra-${made}`)
      made += 1
      return { path: '/api/bookings', body }
    })
}
