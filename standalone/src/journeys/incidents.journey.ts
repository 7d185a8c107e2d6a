import { newId, type Id } from '@hearth/contracts/kernel/ids'
import { noisePicture } from '@hearth/platform/testing/pictures'
import { beforeAll, expect, test } from 'vitest'
import { openAccount, openListing } from './fixtures.ts'
import { accepted, after, sharedJourney, type Journey, type Person } from './journey.ts'
import { exchange } from './request.ts'

let journey: Journey
let account: Id
let listing: Id
let owner: Person
let messenger: Person
let calendarHost: Person
let support: Person
beforeAll(async () => {
  journey = await sharedJourney()
  account = await openAccount(journey)
  listing = await openListing(journey, account)
  owner = await journey.signIn({ role: 'owner', hostAccountId: account })
  messenger = await journey.signIn({ role: 'cohost_messaging', hostAccountId: account })
  calendarHost = await journey.signIn({ role: 'cohost_calendar', hostAccountId: account })
  support = await journey.signIn({ staffRole: 'support' })
})

const water = (more: object = {}) => ({
  listingId: listing,
  category: 'fire_gas_water',
  occurredAt: new Date(Date.now() - 60_000).toISOString(),
  description: 'Water comes through the bathroom ceiling.',
  peopleHurt: false,
  ...more,
})
const act = (id: Id, verb: string, body: object, by: Person) => by.post(`/api/incidents/${id}/${verb}`, body)

test('a co-host reports an incident, nights are held, Hearth resolves it, and they are free again', async () => {
  expect(await calendarHost.post('/api/incidents', water())).toMatchObject({ status: 403 })
  const answer = await messenger.post('/api/incidents', water())
  expect(answer).toMatchObject({ status: 201, json: { events: ['IncidentReported', 'SafetyHoldPlaced'] } })
  const { id } = accepted(answer)
  const row = await owner.get(`/api/incidents/${id}`, after(answer))
  expect(row.json).toMatchObject({ severity: 1, status: 'reported', holds: [{ lifted: false }] })
  const blocks = await owner.get(
    `/api/blocks?filter={"listingId":"${listing}","state":"committed"}`,
    after(answer),
  )
  expect(JSON.stringify(blocks.json)).toContain('safety_hold')

  expect(await act(id, 'acknowledge', {}, owner)).toMatchObject({ status: 403 })
  accepted(await act(id, 'acknowledge', {}, support))
  accepted(await act(id, 'log-action', { text: 'A plumber is on the way.' }, support))
  expect(await act(id, 'resolve', { summary: 'We fixed it.' }, owner)).toMatchObject({ status: 403 })
  const resolved = await act(id, 'resolve', { summary: 'The pipe was replaced.' }, support)
  accepted(resolved)
  const free = await owner.get(
    `/api/blocks?filter={"listingId":"${listing}","state":"committed"}`,
    after(resolved),
  )
  expect(JSON.stringify(free.json)).not.toContain('safety_hold')
  const history = await owner.get(`/api/incidents/${id}/history`, after(resolved))
  expect(history.json['entries']).toMatchObject([
    { type: 'IncidentResolved' },
    { type: 'IncidentActionLogged' },
    { type: 'IncidentAcknowledged' },
    { type: 'SafetyHoldPlaced' },
    { type: 'IncidentReported' },
  ])
  const then = await owner.get(`/api/incidents/${id}?asOf=${String(row.json['reportedAt'])}`, after(resolved))
  expect(then.json).toMatchObject({ status: 'reported' })
})

test('refuses what was not uploaded, what is to come and what is too long ago', async () => {
  for (const [change, status, code] of [
    [{ fileIds: [newId()] }, 422, 'VALIDATION_FAILED'],
    [{ bookingId: newId() }, 422, 'VALIDATION_FAILED'],
    [{ occurredAt: new Date(Date.now() + 3_600_000).toISOString() }, 422, 'VALIDATION_FAILED'],
    [{ occurredAt: new Date(Date.now() - 61 * 86_400_000).toISOString() }, 410, 'WINDOW_CLOSED'],
    [{ listingId: newId() }, 404, 'NOT_FOUND'],
  ] as const) {
    const answer = await owner.post('/api/incidents', water(change))
    expect([change, answer.status, answer.json['code']]).toEqual([change, status, code])
  }
})

test('evidence is for those who see incidents, not for all who see the listing', async () => {
  const picture = await noisePicture(640, 480)
  const path = `/api/incident-evidence?${new URLSearchParams({ listingId: listing, name: 'ceiling.jpg' })}`
  const headers = { ...messenger.headers, 'content-type': 'image/jpeg', 'idempotency-key': newId() }
  const uploaded = await exchange(journey.baseUrl, path, { method: 'POST', headers, body: picture })
  const { id: fileId } = accepted(uploaded)
  const answer = await messenger.post('/api/incidents', water({ category: 'pest', fileIds: [fileId] }))
  const { id } = accepted(answer)
  const row = await owner.get(`/api/incidents/${id}`, after(answer))
  expect(row.json['evidence']).toMatchObject([{ fileId, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }])
  expect((await owner.get(`/api/files/${fileId}/320`)).status).toBe(200)
  expect((await calendarHost.get(`/api/files/${fileId}/320`)).status).toBe(404)
  const asPhoto = { fileId, caption: '', room: null }
  expect((await owner.post(`/api/listings/${listing}/add-photo`, asPhoto)).status).toBeGreaterThanOrEqual(400)
})
