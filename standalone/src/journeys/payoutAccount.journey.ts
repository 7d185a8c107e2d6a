import { newId, type Id } from '@hearth/contracts/kernel/ids'
import { methodFor, zPayoutAccountRow, type PayoutAccountRow } from '@hearth/contracts/payout-account'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { beforeAll, expect, test } from 'vitest'
import { after, sharedJourney, accepted, type Journey, type Person } from './journey.ts'
import { mailsTo } from './mails.ts'
import { openAccount, startListing } from './fixtures.ts'
import type { Answer } from './request.ts'

let journey: Journey
let account: Id
let listing: Id
let owner: Person
beforeAll(async () => {
  journey = await sharedJourney()
  account = await openAccount(journey)
  listing = await startListing(journey, account)
  owner = await journey.signIn({ role: 'owner', hostAccountId: account })
  accepted(
    await journey.as('importer').post(`/api/accounts/${account}/import-member`, {
      role: 'owner',
      listingIds: null,
      userId: owner.userId,
      name: 'Jo Urney',
      email: owner.email,
    }),
  )
})

const ACCOUNT_NUMBER = '000123456789'
const bankAccount = {
  currency: 'USD',
  holderName: 'Harbor House LLC',
  bankName: 'Chase',
  bank: {
    type: 'us_ach',
    routingNumber: '021000021',
    accountNumber: ACCOUNT_NUMBER,
    accountType: 'checking',
  },
}
const command = (verb: string, body: object, by: Person = owner, id = account) =>
  by.post(`/api/payout-accounts/${id}/${verb}`, body)
const zRow = zPayoutAccountRow.strip()
const rowAfter = async (answer?: Answer): Promise<PayoutAccountRow> =>
  zRow.parse(
    (await owner.get(`/api/payout-accounts/${account}`, answer === undefined ? {} : after(answer))).json,
  )
/** Reads JSON from the simulated outside world. */
const outside = async (path: string): Promise<unknown> =>
  (await fetch(`${journey.baseUrl}/dev/${path}`)).json()
type Deposits = Readonly<{
  amountsMinor: readonly [number, number]
  payee: Readonly<{ bank: Readonly<{ accountNumber?: string }> }>
}>

test('a host adds a bank account and verifies it by two deposits; its number is never shown', async () => {
  accepted(
    await owner.post(`/api/accounts/${account}/change-legal-identity`, {
      kind: 'company',
      country: 'US',
      legalName: 'Harbor House',
      legalAddress: '1 Quay, New York',
      companyNumber: null,
    }),
  )
  const refused = await command('add-method', {
    ...bankAccount,
    currency: 'EUR',
    bank: { ...bankAccount.bank, routingNumber: '021000022' },
  })
  expect([refused.status, refused.json['errors']]).toMatchObject([
    422,
    [{ pointer: '/currency' }, { pointer: '/bank/routingNumber' }],
  ])

  const row = await rowAfter(accepted(await command('add-method', bankAccount)))
  const [method] = Object.values(row.methods)
  const methodId = method?.methodId ?? ''
  expect(method).toMatchObject({
    type: 'us_ach',
    last4: '6789',
    deposits: 'waiting',
    holder: 'matches',
    holderName: 'Harbor House LLC',
  })

  let sent: Deposits | undefined
  await waitUntil(
    async () => {
      const { deposits } = (await outside('bank.json')) as Readonly<{ deposits: readonly Deposits[] }>
      sent = deposits.find(({ payee }) => payee.bank.accountNumber === ACCOUNT_NUMBER)
      return sent !== undefined && (await rowAfter()).methods[methodId]?.deposits === 'sent'
    },
    60_000,
    'the bank has sent the deposits',
  )
  const [firstMinor, secondMinor] = sent?.amountsMinor ?? [0, 0]
  expect(
    accepted(await command('verify-method', { methodId, firstMinor: (firstMinor % 99) + 1, secondMinor }))
      .json['events'],
  ).toEqual(['PayoutMethodVerificationFailed'])
  const verified = await rowAfter(
    accepted(await command('verify-method', { methodId, firstMinor, secondMinor })),
  )
  expect(verified).toMatchObject({ defaults: { USD: [methodId] }, everVerified: true })
  expect(methodFor(verified, 'USD', listing, new Date().toISOString())).toMatchObject({
    kind: 'method',
    method: { methodId },
  })

  const filter = encodeURIComponent(JSON.stringify({ stream: `payoutAccount-${account}` }))
  const listed = await owner.get(`/api/events?filter=${filter}&range=[0,99]`)
  const recorded = JSON.parse(listed.text) as readonly { id: string }[]
  expect(recorded.length).toBeGreaterThan(0)
  const pages = [
    '/api/payout-accounts',
    `/api/payout-accounts/${account}`,
    '/api/payout-holds.csv',
    ...recorded.map(({ id }) => `/api/events/${id}`),
  ]
  for (const path of pages) {
    const answer = await owner.get(path)
    expect([path, answer.status, answer.text.includes(ACCOUNT_NUMBER)]).toEqual([path, 200, false])
  }
  expect(journey.log()).not.toContain(ACCOUNT_NUMBER)
})

test('owners are notified of each change, and reporting one stops payouts', async () => {
  const finance = await journey.signIn({ staffRole: 'finance' })
  accepted(await command('set-schedule', { schedule: 'weekly_mon' }))
  let link = ''
  await waitUntil(
    async () => {
      const mail = (await mailsTo(journey, owner.email)).find(({ subject }) =>
        /^The payout schedule of .* changed$/.test(subject),
      )
      link =
        mail?.links.find((address) => address.includes('/payout-alarm#token='))?.split('#token=')[1] ?? ''
      return link !== ''
    },
    60_000,
    'the mail about the schedule',
  )
  expect(
    await journey.client({ origin: journey.baseUrl }).post('/api/payout-alarm', { token: link }),
  ).toMatchObject({ status: 200 })
  const open = async (by: Person) =>
    JSON.parse(
      (await by.get(`/api/payout-holds?filter=${encodeURIComponent(JSON.stringify({ state: 'open' }))}`))
        .text,
    ) as readonly Readonly<Record<string, unknown>>[]
  await waitUntil(async () => (await open(owner)).length === 1, 15_000, 'the hold is seen')
  const [hold] = await open(finance)
  expect(hold).toMatchObject({
    hostAccountId: account,
    reason: 'staff_review',
    placedBy: owner.userId,
    whatToDo: expect.stringContaining('wasn’t theirs'),
  })
  const holdId = String(hold?.['id'])
  expect((await command('release-hold', { holdId, why: 'I would like my money.' })).status).toBe(403)
  const released = accepted(await command('release-hold', { holdId, why: 'The owner called us.' }, finance))
  expect((await owner.get(`/api/payout-holds/${holdId}`, after(released))).json).toMatchObject({
    state: 'released',
    releasedBy: finance.userId,
    why: 'The owner called us.',
  })
})

test('foreign settings are answered like unknown ones; co-hosts see none', async () => {
  const elsewhere = await openAccount(journey)
  const stranger = await journey.signIn({ role: 'owner', hostAccountId: elsewhere })
  const same = async (ask: (id: string) => Promise<Answer>) => {
    const [foreign, unknown] = [await ask(account), await ask(newId())]
    expect([foreign.status, foreign.text]).toEqual([404, unknown.text])
  }
  await same((id) => stranger.get(`/api/payout-accounts/${id}`))
  await same((id) => command('add-method', bankAccount, stranger, id))
  await same((id) => command('set-schedule', { schedule: 'daily' }, stranger, id))
  const cohost = await journey.signIn({ role: 'cohost_full', hostAccountId: account })
  const events = async (by: Person) =>
    JSON.parse(
      (
        await by.get(
          `/api/events?filter=${encodeURIComponent(JSON.stringify({ stream: `payoutAccount-${account}` }))}`,
        )
      ).text,
    ) as readonly unknown[]
  expect([
    (await events(owner)).length > 0,
    await events(cohost),
    (await cohost.get(`/api/payout-accounts/${account}`)).status,
  ]).toEqual([true, [], 403])
  expect(
    await journey.query('select tenant_id from app.vault where tenant_id = any($1)', [[account, elsewhere]]),
  ).toEqual([{ tenant_id: account }])
})
