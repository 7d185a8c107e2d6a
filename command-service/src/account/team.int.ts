import { newId } from '@hearth/contracts/kernel/ids'
import { allowed } from '@hearth/platform/testing/allowed'
import { createPrincipals } from '@hearth/platform/session/principals'
import type { Principal } from '@hearth/platform/session/principal'
import { silentLog } from '@hearth/platform/testing/log'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  accepted,
  command,
  movableClock,
  openTestService,
  PEOPLE,
  rejected,
  startTestSystem,
  type TestSystem,
} from '../testing/fixture.ts'
import { openPlace, type Place } from '../testing/place.ts'
import { signedIn } from '../testing/people.ts'

let system: TestSystem
let place: Place
const publicUrl = new URL('http://localhost:3000')

beforeAll(async () => {
  system = await startTestSystem()
  place = await openPlace(system.service)
  await waitUntil(
    async () =>
      (await system.service.pool.query(`select to_regclass('read.member') is not null as there`)).rows[0]
        ?.there === true,
    undefined,
    'the read models',
  )
})
afterAll(async () => {
  await system?.stop()
})

/** What `look` finds, as soon as it finds something. */
const found = async <T>(what: string, look: () => Promise<T | undefined>): Promise<T> => {
  let value: T | undefined
  await waitUntil(async () => (value = await look()) !== undefined, undefined, what)
  return value as T
}
const principal = (
  userId: string,
  tenantId: string,
  role: 'owner' | 'cohost_full' | 'cohost_messaging' = 'owner',
  listingIds: readonly string[] | 'all' = 'all',
): Principal => ({
  actor: { id: userId, kind: 'host', role, name: userId },
  tenantId,
  listingIds,
  provedAt: Date.now(),
})
const importMember = async (userId: string, email: string, more: object = {}) =>
  accepted(
    await system.service.handle(
      command(
        'ImportMember',
        PEOPLE.importer,
        { userId, name: 'Ada Vale', email, role: 'owner', listingIds: null, ...more },
        { id: place.accountId },
      ),
    ),
  )
const findMembership = async (userId: string) =>
  (
    await system.service.pool.query<{ role: string; listing_ids: string[] | null }>(
      'select role, listing_ids from app.membership where user_id = $1 and host_account_id = $2',
      [userId, place.accountId],
    )
  ).rows[0]
const findMemberId = async (userId: string) =>
  found(
    'the member is projected',
    async () =>
      (
        await system.service.pool.query<{ id: string }>('select id from read.member where user_id = $1', [
          userId,
        ])
      ).rows[0]?.id,
  )

test('a new member can act immediately; a removed one is refused within a second everywhere', async () => {
  const { service } = system
  const other = await openPlace(service)
  const ada = await signedIn(service.pool, { name: 'Ada', hostAccountId: other.accountId })
  await importMember(ada.id, ada.email)
  expect(await findMembership(ada.id)).toEqual({ role: 'owner', listing_ids: null })
  const bo = await signedIn(service.pool, { name: 'Bo', hostAccountId: other.accountId })
  await importMember(bo.id, bo.email, { role: 'cohost_full', listingIds: [place.listingId] })
  await service.pool.query('update app.session set host_account_id = $2 where user_id = $1', [
    bo.id,
    place.accountId,
  ])

  const elsewhere = createPrincipals({
    pool: service.pool,
    log: silentLog,
    serviceTokens: new Map(),
    publicUrl,
  })
  const seen = () => elsewhere.resolve({ cookie: bo.cookie })
  expect(await seen()).toMatchObject({
    tenantId: place.accountId,
    actor: { role: 'cohost_full' },
    listingIds: [place.listingId],
  })
  const memberId = await findMemberId(bo.id)
  accepted(
    await service.handle(
      command('RemoveMember', principal(ada.id, place.accountId), { memberId }, { id: place.accountId }),
    ),
  )
  const removedAt = performance.now()
  const after = await found('the removal is noticed', async () => {
    const who = await seen()
    return who?.tenantId === place.accountId ? undefined : (who ?? 'nobody')
  })
  expect(performance.now() - removedAt).toBeLessThan(allowed(1_100))
  expect(after).toMatchObject({ tenantId: other.accountId })
  expect(await findMembership(bo.id)).toBeUndefined()
})

test('the process manager updates the memberships after a crash', async () => {
  const { service } = system
  const cy = await signedIn(service.pool, {
    name: 'Cy',
    hostAccountId: place.accountId,
    role: 'cohost_calendar',
  })
  await importMember(cy.id, cy.email, { role: 'cohost_messaging' })
  await service.pool.query('delete from app.membership where user_id = $1', [cy.id])
  await found('the process manager asked for it', async () => {
    await service.relay.deliver()
    return findMembership(cy.id)
  })
  expect(await findMembership(cy.id)).toEqual({ role: 'cohost_messaging', listing_ids: null })
})

test('staff can’t join an account', async () => {
  const ian = await signedIn(system.service.pool, { name: 'Ian', staffRole: 'support' })
  const outcome = await system.service.handle(
    command(
      'ImportMember',
      PEOPLE.importer,
      { userId: ian.id, name: 'Ian', email: ian.email, role: 'owner', listingIds: null },
      { id: place.accountId },
    ),
  )
  expect(rejected(outcome).code).toBe('FORBIDDEN')
  expect(await findMembership(ian.id)).toBeUndefined()
})

test('an invitation is mailed with a link that ends when it is withdrawn', async () => {
  const { service } = system
  const owner = principal(newId(), place.accountId)
  const email = `sam.${newId().slice(-6)}@example.test`
  accepted(
    await service.handle(
      command(
        'InviteMember',
        owner,
        { email, role: 'cohost_messaging', listingIds: null },
        { id: place.accountId },
      ),
    ),
  )
  const mail = await found('the invitation is mailed', async () => {
    await service.relay.deliver()
    return (await service.mail.take(50))
      .map(({ content }) => content as { to: string; link: { url: string } })
      .find(({ to }) => to === email)
  })
  expect(mail.link.url).toMatch(/^http:\/\/127\.0\.0\.1:3000\/login\/ticket#token=[\w-]{43}$/)
  const ticket = async () =>
    (
      await service.pool.query<{ id: string; voided: boolean; context: Record<string, string> }>(
        `
          select id, voided_at is not null as voided, context
          from app.ticket
          where context ->> 'hostAccountId' = $1
          order by id desc
          limit 1`,
        [place.accountId],
      )
    ).rows[0]
  const link = await ticket()
  expect(link).toMatchObject({ voided: false, context: { hostAccountId: place.accountId } })
  accepted(
    await service.handle(
      command('WithdrawInvitation', owner, { memberId: link?.context['memberId'] }, { id: place.accountId }),
    ),
  )
  await found('the link has ended', async () => {
    await service.relay.deliver()
    return (await ticket())?.voided === true || undefined
  })
})

test('a co-host of some listings can leave, send requests and choose notifications', async () => {
  const { service } = system
  const dee = await signedIn(service.pool, {
    name: 'Dee',
    hostAccountId: place.accountId,
    role: 'cohost_messaging',
  })
  await importMember(dee.id, dee.email, { role: 'cohost_messaging', listingIds: [place.listingId] })
  const me = principal(dee.id, place.accountId, 'cohost_messaging', [place.listingId])
  accepted(
    await service.handle(
      command(
        'ChooseNotifications',
        me,
        { choices: [{ kind: 'booking', email: true, push: false }], quietHours: null },
        { id: place.accountId },
      ),
    ),
  )
  accepted(
    await service.handle(
      command('RequestPermission', me, { capability: 'booking.cancel', text: null }, { id: place.accountId }),
    ),
  )
  const stranger = principal(dee.id, newId(), 'cohost_messaging')
  expect(
    rejected(await service.handle(command('LeaveAccount', stranger, {}, { id: place.accountId }))),
  ).toMatchObject({ code: 'NOT_FOUND', facts: {} })
  accepted(await service.handle(command('LeaveAccount', me, {}, { id: place.accountId })))
  expect(await findMembership(dee.id)).toBeUndefined()
})

test('owners are notified of a new member, who is not', async () => {
  const { service } = system
  const at = await openPlace(service)
  const join = async (name: string, role: 'owner' | 'cohost_full') => {
    const { id: userId, email } = await signedIn(service.pool, { name, hostAccountId: at.accountId, role })
    accepted(
      await service.handle(
        command(
          'ImportMember',
          PEOPLE.importer,
          { userId, name, email, role, listingIds: null },
          { id: at.accountId },
        ),
      ),
    )
    return email
  }
  const ada = await join('Ada', 'owner')
  const others = [await join('Lee', 'cohost_full'), await join('Bo', 'owner')]
  const told: { to: string; line: string | undefined }[] = []
  for (const email of others) {
    await found(`a mail about ${email}`, async () => {
      await service.relay.deliver()
      for (const { content } of await service.mail.take(100)) {
        const { to, subject, lines } = content as { to: string; subject: string; lines: readonly string[] }
        if (subject === 'Someone joined Casa Sol') told.push({ to, line: lines[0] })
      }
      return told.find(({ line }) => line?.startsWith(email))
    })
  }
  for (const email of others)
    expect(
      told.filter(({ line }) => line?.startsWith(email)).map(({ to }) => to),
      email,
    ).toEqual(expect.arrayContaining([ada]))
  expect(told.filter(({ to, line }) => line?.startsWith(to))).toEqual([])
})

test('ownership passes after 72 hours, even if the service was down then', async () => {
  const { service, stack } = system
  const at = await openPlace(service)
  const join = async (name: string, role: 'owner' | 'cohost_full') => {
    const person = await signedIn(service.pool, { name, hostAccountId: at.accountId, role })
    const { id: userId, email } = person
    accepted(
      await service.handle(
        command(
          'ImportMember',
          PEOPLE.importer,
          { userId, name, email, role, listingIds: null },
          { id: at.accountId },
        ),
      ),
    )
    return { userId, me: principal(userId, at.accountId, role), memberId: await findMemberId(userId) }
  }
  const ada = await join('Ada', 'owner')
  const lee = await join('Lee', 'cohost_full')
  accepted(
    await service.handle(
      command('RequestOwnershipTransfer', ada.me, { memberId: lee.memberId }, { id: at.accountId }),
    ),
  )
  const transferId = await found(
    'the offer is shown',
    async () =>
      (
        await service.pool.query<{ id: string | null }>(
          `select transfer->>'id' as id from read.account where id = $1`,
          [at.accountId],
        )
      ).rows[0]?.id ?? undefined,
  )
  accepted(
    await service.handle(command('ConfirmOwnershipTransfer', lee.me, { transferId }, { id: at.accountId })),
  )
  await found(
    'the timer is set',
    async () =>
      (
        await service.pool.query(
          `
            select
            from app.outbox
            where manager = 'account' and instance = $1 and timer = 'transfer' and done_at is null`,
          [at.accountId],
        )
      ).rowCount === 1 || undefined,
  )
  await service.relay.deliver()
  expect(
    (await service.pool.query('select role from app.membership where user_id = $1', [lee.userId])).rows,
  ).toEqual([{ role: 'cohost_full' }])
  const clock = movableClock()
  clock.forward(72.1)
  const later = await openTestService(stack, { now: clock.now })
  try {
    await later.relay.deliver()
    expect(
      (
        await service.pool.query('select role from app.membership where user_id = any($1) order by role', [
          [ada.userId, lee.userId],
        ])
      ).rows,
    ).toEqual([{ role: 'cohost_full' }, { role: 'owner' }])
    const told = await found('both to be told', async () => {
      await later.relay.deliver()
      const mails = (await service.mail.take(100))
        .map(({ content }) => content as { to: string; subject: string })
        .filter(({ subject }) => subject === 'Ownership of Casa Sol has been transferred')
      return mails.length === 2 ? mails : undefined
    })
    expect(told.map(({ to }) => to.split('.')[0]).toSorted()).toEqual(['ada', 'lee'])
  } finally {
    await later.close()
  }
})

test('members of a closed account can’t change anything', async () => {
  const { service } = system
  const at = await openPlace(service)
  const ada = await signedIn(service.pool, { name: 'Ada', hostAccountId: at.accountId })
  accepted(
    await service.handle(
      command(
        'ImportMember',
        PEOPLE.importer,
        { userId: ada.id, name: 'Ada', email: ada.email, role: 'owner', listingIds: null },
        { id: at.accountId },
      ),
    ),
  )
  const me = principal(ada.id, at.accountId)
  accepted(await service.handle(command('CloseAccount', me, {}, { id: at.accountId })))
  expect(
    rejected(
      await service.handle(
        command('PauseListing', me, { reason: 'A rest for the house', until: null }, { id: at.listingId }),
      ),
    ),
  ).toMatchObject({
    code: 'INVALID_TRANSITION',
    detail: 'This account is closed, so nothing can be changed.',
  })
  expect(
    rejected(
      await service.handle(
        command(
          'StartListing',
          PEOPLE.importer,
          {
            title: 'New',
            place: 'Here',
            timezone: 'UTC',
            currency: 'EUR',
            maxGuests: 1,
            pricing: { baseNightMinor: 1 },
          },
          { hostAccountId: at.accountId },
        ),
      ),
    ).code,
  ).toBe('INVALID_TRANSITION')
})
