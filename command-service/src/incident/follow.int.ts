import type { HostRole } from '@hearth/contracts/kernel/access'
import { newId } from '@hearth/contracts/kernel/ids'
import type { Principal } from '@hearth/platform/session/principal'
import { openMailQueue } from '@hearth/platform/mail/mailQueue'
import { openLog } from '@hearth/platform/testing/openLog'
import type { TestStack } from '@hearth/platform/testing/stack'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectStreams } from '../testing/expectStreams.ts'
import {
  accepted,
  command,
  inDays,
  movableClock,
  openTestService,
  PEOPLE,
  receive,
  startTestSystem,
  type TestService,
  type TestSystem,
} from '../testing/fixture.ts'
import { handleAndCrash } from '../testing/handleAndCrash.ts'
import { signedIn } from '../testing/people.ts'
import { openPlace, type Place } from '../testing/place.ts'

const ADMIN: Principal = {
  actor: { id: newId(), kind: 'staff', role: 'admin', name: 'Joan' },
  listingIds: 'all',
}

let system: TestSystem
let stack: TestStack
let service: TestService

beforeAll(async () => {
  system = await startTestSystem()
  ;({ stack, service } = system)
})
afterAll(() => system?.stop())

const report = ({ accountId, listingId }: Place, bookingId: string | null = null) =>
  command(
    'ReportIncident',
    ADMIN,
    {
      listingId,
      bookingId,
      category: 'fire_gas_water',
      severity: null,
      occurredAt: new Date().toISOString(),
      description: 'Water comes through the bathroom ceiling.',
      peopleHurt: false,
      authorities: { police: false, fire: true, reference: null },
      fileIds: [],
    },
    { hostAccountId: accountId },
  )

const streamsOf = ({ listingId }: Place, id: string) => [`incident-${id}`, `calendar-${listingId}`]

const HELD = ['IncidentReported', 'SafetyHoldPlaced']

test.for([
  ['after', 'SafetyHoldPlaced'],
  ['before', 'BlockCreated'],
  ['after', 'BlockCreated'],
] as const)('a crash %s %s: the nights are held once', async ([when, type]) => {
  const place = await openPlace(service)
  const envelope = report(place)
  const target = await service.handler.locate(envelope)
  await handleAndCrash(system, when, type, envelope)
  const id = target.kind === 'rejected' ? '' : target.id
  await expectStreams(system, streamsOf(place, id), [HELD, ['BlockCreated']])
})

test.for([
  ['after', 'IncidentResolved'],
  ['before', 'BlockRemoved'],
  ['after', 'BlockRemoved'],
] as const)('a crash %s %s: the nights are freed once', async ([when, type]) => {
  const place = await openPlace(service)
  const { id } = accepted(await service.handle(report(place)))
  await handleAndCrash(
    system,
    when,
    type,
    command('ResolveIncident', ADMIN, { summary: 'The pipe was replaced.' }, { id }),
  )
  await expectStreams(system, streamsOf(place, id), [
    [...HELD, 'IncidentResolved'],
    ['BlockCreated', 'BlockRemoved'],
  ])
})

test('a stay in held nights is named, and Hearth is asked for another home once', async () => {
  const place = await openPlace(service)
  const { id: bookingId } = accepted(await service.handle(receive(place, inDays(1), 3)))
  const envelope = report(place, bookingId)
  const { id } = accepted(await service.handle(envelope))
  accepted(await service.handle(envelope))
  await expectStreams(system, streamsOf(place, id), [HELD, ['NightsHeld', 'NightsCommitted', 'BlockCreated']])
  const log = openLog(stack.eventStoreUrl)
  const asked = (await log.readAfter('start')).filter(
    ({ type, metadata }) => type === 'ServiceRequested' && metadata['tenantId'] === place.accountId,
  )
  await log.close()
  expect(asked.map(({ data }) => data)).toMatchObject([
    { bookingId, type: 'relocation', urgency: 'emergency' },
  ])
})

test('support and admins get an email about an urgent incident, and another when it is not acknowledged', async () => {
  const place = await openPlace(service)
  const [{ email }] = [
    await signedIn(service.pool, { name: 'Sam Support', staffRole: 'support' }),
    await signedIn(service.pool, { name: 'Fay Finance', staffRole: 'finance' }),
  ]
  const mailed = async () =>
    (await openMailQueue({ pool: service.pool, box: service.box }).take(100)).map(({ content }) => content)
  const { id } = accepted(await service.handle(report(place)))
  const clock = movableClock()
  const later = await openTestService(stack, { now: clock.now })
  const seen: unknown[] = []
  const mails = async () => {
    await later.relay.deliver()
    seen.push(...(await mailed()).filter((content) => JSON.stringify(content).includes(id)))
    return seen.length
  }
  await waitUntil(async () => (await mails()) === 1, 15_000, 'the first email')
  expect(seen).toMatchObject([{ to: email, subject: expect.stringContaining('was reported') }])
  expect(JSON.stringify(seen)).not.toContain('bathroom')
  clock.forward(0.3)
  await waitUntil(async () => (await mails()) === 2, 15_000, 'the second email')
  expect(seen[1]).toMatchObject({ to: email, subject: expect.stringContaining('in time') })
  await later.close()
})

test('members who see the incident and want mail get one about each step, without what was reported', async () => {
  const place = await openPlace(service)
  const join = async (name: string, role: HostRole, listingIds: readonly string[] | null) => {
    const { id: userId, email } = await signedIn(service.pool, { name, hostAccountId: place.accountId, role })
    accepted(
      await service.handle(
        command(
          'ImportMember',
          PEOPLE.importer,
          { userId, name, email, role, listingIds },
          { id: place.accountId },
        ),
      ),
    )
    return email
  }
  const owner = await join('Ona Owner', 'owner', null)
  const scoped = await join('Sco Ped', 'cohost_full', [place.listingId])
  const calendar = await join('Cal Endar', 'cohost_calendar', null)
  const { id } = accepted(await service.handle(report(place)))
  accepted(await service.handle(command('AcknowledgeIncident', ADMIN, {}, { id })))
  const mails: { to: string; subject: string }[] = []
  await waitUntil(
    async () => {
      await service.relay.deliver()
      const taken = await openMailQueue({ pool: service.pool, box: service.box }).take(100)
      mails.push(
        ...taken
          .map(({ content }) => content as { to: string; subject: string })
          .filter(({ subject }) => / at .*: /.test(subject)),
      )
      return mails.length >= 4
    },
    15_000,
    'the emails to the members',
  )
  const about = (to: string) => mails.filter((mail) => mail.to === to).map(({ subject }) => subject)
  for (const email of [owner, scoped])
    expect(about(email).toSorted()).toEqual([
      expect.stringMatching(/^Incident IN-.*: acknowledged$/),
      expect.stringMatching(/^Incident IN-.*: reported$/),
    ])
  expect(about(calendar)).toEqual([])
  expect(JSON.stringify(mails)).not.toContain('bathroom')
}, 30_000)

test('the same report twice is one incident, and another key is another', async () => {
  const place = await openPlace(service)
  const envelope = report(place)
  const first = accepted(await service.handle(envelope))
  expect(accepted(await service.handle(envelope)).id).toBe(first.id)
  expect(accepted(await service.handle({ ...envelope, commandId: newId() })).id).not.toBe(first.id)
})
