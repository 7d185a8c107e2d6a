import { newId } from '@hearth/contracts/kernel/ids'
import { fetchPatiently } from '@hearth/platform/testing/fetchPatiently'
import type { Running } from '@hearth/platform/http/serve'
import { createPrincipals } from '@hearth/platform/session/principals'
import { silentLog } from '@hearth/platform/testing/log'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandRoutes } from '../runtime/api.ts'
import {
  accepted,
  command,
  movableClock,
  openTestService,
  PEOPLE,
  startTestSystem,
  type TestSystem,
} from '../testing/fixture.ts'
import { startPlace } from '../testing/place.ts'
import { signedIn, type Person } from '../testing/people.ts'
import { serveRoutes } from '../testing/serveRoutes.ts'
import { accountFold } from './account.state.ts'

const REASON = 'The owner lost her mailbox; we checked her passport.'

let system: TestSystem
let running: Running
let accountId: string
let [ada, bo, joan, kim]: Person[] = []
const idOf = (person: Person | undefined) => person?.id ?? ''

const post = async (path: string, who: Person | undefined, body: object) => {
  const answer = await fetchPatiently(`${running.url}${path}`, {
    method: 'POST',
    headers: {
      cookie: who?.cookie ?? '',
      'content-type': 'application/json',
      'idempotency-key': newId(),
      origin: 'http://127.0.0.1:3000',
    },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: (await answer.json()) as Readonly<Record<string, unknown>> }
}
const onAccount = (verb: string, who: Person | undefined, body: object) =>
  post(`/api/accounts/${accountId}/${verb}`, who, body)
const stateNow = async () => {
  const { state } = await system.service.handler.view(accountFold, accountId, 0)
  if (state.status === 'none') throw new Error('There is no account')
  return state
}
const memberIdOf = async (person: Person | undefined) =>
  Object.values((await stateNow()).members).find(({ userId }) => userId === person?.id)?.memberId ?? ''

const importOwner = async (person: Person | undefined, name: string) =>
  accepted(
    await system.service.handle(
      command(
        'ImportMember',
        PEOPLE.importer,
        { userId: idOf(person), name, email: person?.email, role: 'owner', listingIds: null },
        { id: accountId },
      ),
    ),
  )

beforeAll(async () => {
  system = await startTestSystem()
  const { service } = system
  const { pool } = service
  ;({ accountId } = await startPlace(service))
  const publicUrl = new URL('http://127.0.0.1:3000')
  running = await serveRoutes({
    publicUrl,
    principals: createPrincipals({ pool, log: silentLog, serviceTokens: new Map(), publicUrl }),
    routes: commandRoutes(service.handle),
  })
  ada = await signedIn(pool, { name: 'Ada', hostAccountId: accountId })
  bo = await signedIn(pool, { name: 'Bo', hostAccountId: accountId })
  joan = await signedIn(pool, { name: 'Joan', staffRole: 'admin' })
  kim = await signedIn(pool, { name: 'Kim', staffRole: 'admin' })
  await importOwner(ada, 'Ada Vale')
  await importOwner(bo, 'Bo Vale')
})
afterAll(async () => {
  await running?.close()
  await system?.stop()
})

/** A change that one admin proposed and another one approved. */
const approve = async (change: object): Promise<string> => {
  expect(await onAccount('propose-owner-change', joan, { change, reasonText: REASON })).toMatchObject({
    status: 200,
  })
  const changeId =
    Object.values((await stateNow()).ownerChanges).find(({ state }) => state === 'proposed')?.changeId ?? ''
  expect(await onAccount('approve-owner-change', joan, { changeId })).toMatchObject({
    status: 403,
    body: { code: 'FOUR_EYES_SAME_ACTOR' },
  })
  expect((await onAccount('approve-owner-change', kim, { changeId })).status).toBe(200)
  return changeId
}

type Mail = Readonly<{ to: string; subject: string; link?: Readonly<{ url: string }> }>
/** The recipients of emails with this subject, and the link in them. */
const waitForMails = async (subject: string, count: number): Promise<readonly Mail[]> => {
  const seen: Mail[] = []
  await waitUntil(
    async () => {
      await system.service.relay.deliver()
      const taken = (await system.service.mail.take(100)).map(({ content }) => content as Mail)
      seen.push(...taken.filter((mail) => mail.subject === subject))
      return seen.length >= count
    },
    undefined,
    `${count} emails “${subject}”`,
  )
  return seen
}

test('one admin alone can neither invite an owner nor demote one', async () => {
  const invited = { email: 'x@thief.example', role: 'owner', listingIds: null }
  const demoted = { memberId: await memberIdOf(ada), role: 'cohost_full', listingIds: null }
  for (const [verb, body] of [
    ['invite-member', invited],
    ['change-member-role', demoted],
    ['remove-member', { memberId: await memberIdOf(ada) }],
  ] as const)
    expect(await onAccount(verb, joan, body)).toMatchObject({
      status: 422,
      body: { code: 'POLICY_VIOLATION', rule: 'owner_change' },
    })
})

test('every owner is emailed a link, and each can stop it', async () => {
  const changeId = await approve({ kind: 'invite', email: 'ines@vale.example' })
  const mails = await waitForMails('Hearth is about to change the owners of Casa Sol', 2)
  expect(mails.map(({ to }) => to).toSorted()).toEqual([ada?.email, bo?.email].toSorted())
  for (const { link } of mails)
    expect(link?.url).toBe(`http://127.0.0.1:3000/account/owner-change/${accountId}/${changeId}`)

  expect((await onAccount('stop-owner-change', bo, { changeId })).status).toBe(200)
  expect((await stateNow()).ownerChanges[changeId]?.state).toBe('stopped')
  await waitForMails('The owners of Casa Sol stay as they are', 2)
})

test('without an objection it takes effect after 72 hours, even if the service was down then', async () => {
  const memberId = await memberIdOf(bo)
  const changeId = await approve({ kind: 'demote', memberId, role: 'cohost_messaging' })
  const { service, stack } = system
  await waitUntil(
    async () =>
      (
        await service.pool.query(
          `
            select
            from app.outbox
            where manager = 'account' and instance = $1 and timer = 'owner-change' and done_at is null`,
          [accountId],
        )
      ).rowCount === 1,
    undefined,
    'the timer',
  )
  await service.relay.deliver()
  expect((await stateNow()).ownerChanges[changeId]?.state).toBe('approved')
  const clock = movableClock()
  clock.forward(72.1)
  const later = await openTestService(stack, { now: clock.now })
  try {
    await later.relay.deliver()
  } finally {
    await later.close()
  }
  const after = await stateNow()
  expect(after.ownerChanges[changeId]?.state).toBe('completed')
  expect(after.members[memberId]?.role).toBe('cohost_messaging')
  const { rows } = await service.pool.query(
    'select role from app.membership where user_id = $1 and host_account_id = $2',
    [idOf(bo), accountId],
  )
  expect(rows).toEqual([{ role: 'cohost_messaging' }])
  await waitForMails('Hearth changed the owners of Casa Sol', 2)
})
