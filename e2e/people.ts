import { addDays } from '@hearth/contracts/kernel/dates'
import { newId } from '@hearth/contracts/kernel/ids'
import { createAddress } from '@hearth/contracts/listing/goLiveSteps'
import { createPrice } from '@hearth/contracts/testing'
import type { HostRole, StaffRole } from '@hearth/contracts/kernel/access'
import { openPool } from '@hearth/platform/postgres/pool'
import { createUser } from '@hearth/platform/session/users'
import { createLogger } from '@hearth/platform/telemetry/logger'
import { createCommandSender } from '@hearth/standalone/commands/commandSender'
import { completeListing } from '@hearth/standalone/importer/completeListing'
import type { APIRequestContext } from '@playwright/test'
import { dayIn, daysAgo } from './days.ts'
import { baseUrl, expect, PASSWORD, sendPatiently } from './fixtures.ts'

export type Person = Readonly<{ userId: string; email: string; name: string }>

/** `stack.ts` sets these for the installation that it starts. */
export const setting = (name: 'E2E_DATABASE_URL' | 'E2E_IMPORTER_TOKEN' | 'E2E_GATEWAY_TOKEN'): string => {
  const value = process.env[name]
  if (value === undefined)
    throw new Error(
      `${name} is missing: this journey uses more of the installation than its console, ` +
        'so set it along with E2E_BASE_URL',
    )
  return value
}

/** A person who appears in no other journey; staff have no authenticator yet. */
export const newPerson = async (name: string, staffRole?: StaffRole): Promise<Person> => {
  const pool = openPool({
    connectionString: setting('E2E_DATABASE_URL'),
    max: 1,
    name: 'e2e',
    log: createLogger({ name: 'e2e', level: 'warn' }),
    limits: 'request',
  })
  try {
    const email = `${name.split(' ')[0]?.toLowerCase()}.${crypto.randomUUID().slice(0, 8)}@journey.example`
    const userId = await createUser(pool, {
      email,
      displayName: name,
      password: PASSWORD,
      ...(staffRole === undefined ? {} : { staffRole }),
    })
    return { userId, email, name }
  } finally {
    await pool.end()
  }
}

/** What a migration sends. */
export const asImporter = async (
  request: APIRequestContext,
  path: string,
  data: unknown,
  account?: string,
  occurredAt?: string,
): Promise<Readonly<{ id: string }>> => {
  const headers = {
    Authorization: `Bearer ${setting('E2E_IMPORTER_TOKEN')}`,
    'Idempotency-Key': crypto.randomUUID(),
    ...(account === undefined ? {} : { 'X-Host-Account': account }),
    ...(occurredAt === undefined ? {} : { 'X-Occurred-At': occurredAt }),
  }
  const answer = await sendPatiently(() => request.post(path, { data, headers }))
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()) as { id: string }
}

/** An account without listings, with these people in it; opened now, or then. */
export const newAccount = async (
  request: APIRequestContext,
  displayName: string,
  members: readonly (readonly [person: Person, role: HostRole])[],
  openedAt?: string,
): Promise<string> => {
  const { id } = await asImporter(
    request,
    '/api/accounts',
    {
      displayName,
      kind: 'company',
      country: 'PT',
      defaultCurrency: 'EUR',
      timezone: 'Europe/Lisbon',
    },
    undefined,
    openedAt,
  )
  for (const [{ userId, email, name }, role] of members)
    await asImporter(request, `/api/accounts/${id}/import-member`, {
      userId,
      name,
      email,
      role,
      listingIds: null,
    })
  return id
}

/** Imports a bank account that another system has verified. */
export const importMethod = (request: APIRequestContext, account: string, holderName: string) =>
  asImporter(request, `/api/payout-accounts/${account}/import-method`, {
    currency: 'EUR',
    holderName,
    bankName: null,
    bank: { type: 'sepa', iban: 'DE89370400440532013000' },
  })

/** Brings a listing with one bedroom live as an import does, with what it lacks and a bank account. */
export const importLive = async (
  request: APIRequestContext,
  account: string,
  listingId: string,
  address: Parameters<typeof completeListing>[0]['address'],
): Promise<void> => {
  await importMethod(request, account, 'Draft Stays')
  await completeListing({
    send: createCommandSender(baseUrl(), setting('E2E_IMPORTER_TOKEN')),
    listingId,
    hostAccountId: account,
    address,
    bedrooms: 1,
    createKey: newId,
    verified: { verifiedBy: 'Journeys', verifiedOn: new Date().toISOString().slice(0, 10) },
  })
}

type ImportedStay = Readonly<{
  checkIn: string
  nights: number
  nightMinor?: number
  currency: 'USD' | 'EUR'
  source?: 'direct' | 'import'
  cancellationPolicyCode?: 'moderate'
  occurredAt?: string | undefined
}>

/** A stay of Daniel W. and someone else, each night at the same price. */
export const importStay = (
  request: APIRequestContext,
  account: string,
  listingId: string,
  { checkIn, nights, nightMinor = 14_000, currency, occurredAt, source = 'direct', ...terms }: ImportedStay,
) => {
  const prices = Array.from({ length: nights }, () => nightMinor)
  const stay = {
    listingId,
    source,
    guest: { guestRef: crypto.randomUUID(), displayName: 'Daniel W.' },
    party: { adults: 2, children: 0, infants: 0, pets: 0 },
    checkIn,
    checkOut: addDays(checkIn, nights),
    price: createPrice(checkIn, prices, { currency }),
    ...terms,
  }
  return asImporter(request, '/api/bookings', stay, account, occurredAt)
}

/** Two nights of a guest at a live listing in euros, in two months unless a day is given. */
export const importBooking = (
  request: APIRequestContext,
  account: string,
  listingId: string,
  { checkIn = dayIn(60), ...more }: Partial<Pick<ImportedStay, 'checkIn' | 'nightMinor' | 'occurredAt'>> = {},
) => importStay(request, account, listingId, { checkIn, nights: 2, currency: 'EUR', ...more })

/** A home in Lisbon or New York that was added a month ago, or so many days; sold in the currency of the place. */
export const openHome = async (
  request: APIRequestContext,
  account: string,
  country: 'PT' | 'US',
  days = 30,
): Promise<string> => {
  const isUs = country === 'US'
  const { id } = await asImporter(
    request,
    '/api/listings',
    {
      title: 'House on the hill',
      place: isUs ? 'New York, US' : 'Lisbon, PT',
      timezone: isUs ? 'America/New_York' : 'Europe/Lisbon',
      currency: isUs ? 'USD' : 'EUR',
      maxGuests: 4,
      pricing: { baseNightMinor: 20_000 },
    },
    account,
    daysAgo(days),
  )
  await importLive(
    request,
    account,
    id,
    createAddress(country, isUs ? 'New York' : 'Lisbon', `Hill Road ${id.slice(-6)}`),
  )
  return id
}

/** A guest who came three days ago, or so many, for two weeks, so that the host has earned something. */
export const stayFrom = async (
  request: APIRequestContext,
  account: string,
  listingId: string,
  { days = 3, currency = 'USD' }: Readonly<{ days?: number; currency?: 'USD' | 'EUR' }> = {},
): Promise<void> => {
  const checkIn = daysAgo(days).slice(0, 10)
  const occurredAt = daysAgo(days + 7)
  const { id } = await importStay(request, account, listingId, { checkIn, nights: 14, currency, occurredAt })
  await asImporter(request, `/api/bookings/${id}/check-in`, {}, undefined, daysAgo(days - 1))
}
