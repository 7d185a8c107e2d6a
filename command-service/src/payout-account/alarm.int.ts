import { newId } from '@hearth/contracts/kernel/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { issueTicket } from '../login/tickets.ts'
import { SCHEDULER } from '../runtime/internal.ts'
import { openDoor, type Door } from '../testing/door.ts'
import { accepted, command, PEOPLE } from '../testing/fixture.ts'
import { startPlace } from '../testing/place.ts'
import { payoutAccount } from './payoutAccount.decider.ts'

let door: Door

beforeAll(async () => {
  door = await openDoor()
})
afterAll(async () => {
  await door?.close()
})

const TRACE = { correlationId: newId(), traceparent: '' }

/** An account with an owner, and a link as the mails about changes bring it. */
const alarmed = async (role: 'owner' | 'cohost_full' = 'owner') => {
  const { accountId } = await startPlace(door.service)
  const { id: userId, email } = await door.host()
  accepted(
    await door.service.handle(
      command(
        'ImportMember',
        PEOPLE.importer,
        { userId, name: 'Hanna Host', email, role, listingIds: null },
        { id: accountId },
      ),
    ),
  )
  const issue = () =>
    issueTicket(
      door.tools,
      {
        purpose: 'payout_alarm',
        email,
        userId,
        about: 'Casa Sol',
        context: { hostAccountId: accountId, eventId: newId() },
      },
      SCHEDULER.actor,
      TRACE,
    )
  const holds = async () =>
    Object.values((await door.service.handler.view(payoutAccount, accountId, 0)).state.holds)
  return { accountId, userId, email, issue, holds }
}

test('the link in a notice stops payouts without signing in, and works once', async () => {
  const { userId, accountId, issue, holds } = await alarmed()
  const [{ token }, later] = [await issue(), await issue()]
  expect(await door.post('/api/payout-alarm', { token })).toMatchObject({
    status: 200,
    body: { accountName: 'Casa Sol' },
    cookies: {},
  })
  expect(await holds()).toMatchObject([
    {
      reason: 'staff_review',
      methodId: null,
      until: null,
      whatToDo: expect.stringContaining('wasn’t theirs'),
    },
  ])
  expect(await door.post('/api/payout-alarm', { token })).toMatchObject({
    status: 410,
    body: { code: 'TICKET_USED' },
  })
  expect(await holds()).toHaveLength(1)
  // The link of the next mail is another alarm.
  expect((await door.post('/api/payout-alarm', { token: later.token })).status).toBe(200)
  const placed: string[] = []
  for await (const { type, metadata } of door.service.store.read(`payoutAccount-${accountId}`))
    placed.push(`${type} by ${metadata['actorId']}`)
  expect(placed).toEqual([`HoldPlaced by ${userId}`, `HoldPlaced by ${userId}`])
})

test('the link signs no one in, and no other link stops payouts', async () => {
  const { email, userId, issue, holds } = await alarmed()
  const { token } = await issue()
  for (const path of ['/api/login/ticket/look', '/api/login/ticket'])
    expect(await door.post(path, { token })).toMatchObject({ status: 400, body: { code: 'TICKET_INVALID' } })
  const login = await issueTicket(
    door.tools,
    { purpose: 'email_login', email, userId },
    SCHEDULER.actor,
    TRACE,
  )
  for (const wrong of [login.token, 'T'.repeat(43)])
    expect(await door.post('/api/payout-alarm', { token: wrong })).toMatchObject({
      status: 400,
      body: { code: 'TICKET_INVALID' },
    })
  expect((await door.post('/api/payout-alarm', { token: 'short' })).status).toBe(422)
  expect(await holds()).toEqual([])
  expect((await door.post('/api/payout-alarm', { token })).status).toBe(200)
})

test('a person who is no longer an owner cannot stop payouts', async () => {
  const { issue, holds } = await alarmed('cohost_full')
  expect(await door.post('/api/payout-alarm', { token: (await issue()).token })).toMatchObject({
    status: 400,
    body: { code: 'TICKET_INVALID' },
  })
  expect(await holds()).toEqual([])
})
