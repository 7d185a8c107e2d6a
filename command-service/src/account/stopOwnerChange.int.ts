import { newId } from '@hearth/contracts/kernel/ids'
import type { Principal } from '@hearth/platform/session/principal'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDoor, PASSWORD, type Door } from '../testing/door.ts'
import { accepted, command, PEOPLE } from '../testing/fixture.ts'
import { startPlace } from '../testing/place.ts'
import { accountFold } from './account.state.ts'
import { createMemberships } from './memberships.ts'

let door: Door
beforeAll(async () => {
  door = await openDoor()
})
afterAll(async () => {
  await door?.close()
})

const admin = (): Principal => ({
  actor: { id: newId(), kind: 'staff', role: 'admin', name: 'Joan' },
  listingIds: 'all',
  provedAt: Date.now(),
})

/** An approved change of owners in an account with two owners, one of whom was removed from it since. */
const prepare = async () => {
  const { service, pool } = door
  const { accountId } = await startPlace(service)
  const send = async (type: string, principal: Principal, data: object) =>
    accepted(await service.handle(command(type, principal, data, { id: accountId })))
  const join = async () => {
    const person = await door.host()
    await pool.query('delete from app.membership where user_id = $1', [person.id])
    const member = { userId: person.id, name: 'Hanna Host', email: person.email, role: 'owner' }
    await send('ImportMember', PEOPLE.importer, { ...member, listingIds: null })
    return person
  }
  const [owner, removed] = [await join(), await join()]
  const change = { kind: 'invite', email: 'ines@vale.example' }
  const reasonText = 'The owner lost her mailbox; we checked her passport.'
  await send('ProposeOwnerChange', admin(), { change, reasonText })
  const stateNow = async () => {
    const { state } = await service.handler.view(accountFold, accountId, 0)
    return state.status === 'none' ? undefined : state
  }
  const [changeId = ''] = Object.keys((await stateNow())?.ownerChanges ?? {})
  await send('ApproveOwnerChange', admin(), { changeId })
  const member = Object.values((await stateNow())?.members ?? {}).find(({ userId }) => userId === removed.id)
  const byOwner: Principal = {
    actor: { id: owner.id, kind: 'host', role: 'owner', name: 'Hanna Host' },
    tenantId: accountId,
    listingIds: 'all',
    provedAt: Date.now(),
  }
  await send('RemoveMember', byOwner, { memberId: member?.memberId })
  await createMemberships({ pool, handler: service.handler }).sync(accountId)
  const stop = (more: object = {}, sent: Parameters<Door['post']>[2] = {}) =>
    door.post('/api/owner-changes/stop', { hostAccountId: accountId, changeId, ...more }, sent)
  const status = async () => (await stateNow())?.ownerChanges[changeId]?.state
  return { owner, removed, stop, status }
}
const byPassword = (email: string, password = PASSWORD) => ({ login: { email, password } })

test('an owner who was removed from their only account stops it with their password', async () => {
  const { removed, stop, status } = await prepare()
  expect(await door.login(removed.email)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
  expect(await stop()).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } })
  expect(await stop(byPassword(removed.email, 'wrong password'))).toMatchObject({ status: 401 })
  expect(await status()).toBe('approved')
  const stopped = { status: 200, body: { accountName: 'Casa Sol' }, cookies: {} }
  expect(await stop(byPassword(removed.email))).toMatchObject(stopped)
  expect(await stop(byPassword(removed.email))).toMatchObject(stopped)
  expect(await status()).toBe('stopped')
})

test('an owner stops it with their session', async () => {
  const { owner, stop, status } = await prepare()
  expect(await stop({}, await door.login(owner.email))).toMatchObject({ status: 200 })
  expect(await status()).toBe('stopped')
})

test('other people learn nothing and stop nothing', async () => {
  const { stop, status } = await prepare()
  const stranger = await door.host()
  const notFound = { status: 404, body: { code: 'NOT_FOUND' } }
  expect(await stop({}, await door.login(stranger.email))).toMatchObject(notFound)
  expect(await stop(byPassword(stranger.email))).toMatchObject(notFound)
  expect(await stop({ hostAccountId: newId() }, await door.login(stranger.email))).toMatchObject(notFound)
  expect(await status()).toBe('approved')
})
