import { newId } from '@hearth/contracts/kernel/ids'
import { methodFor } from '@hearth/contracts/payout-account'
import { createBox } from '@hearth/platform/sealing/box'
import type { Principal } from '@hearth/platform/session/principal'
import { openLog } from '@hearth/platform/testing/openLog'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { openVault } from '../vault/vault.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MicroDeposits, MicroDepositsAnswer, PayoutProvider } from '../payout/provider.ts'
import {
  accepted,
  CHILD_SETTINGS,
  command,
  PEOPLE,
  readTypes,
  rejected,
  SEALING_KEY,
  startTestSystem,
  type TestSystem,
} from '../testing/fixture.ts'
import { startPlace, type Place as World } from '../testing/place.ts'
import { signedIn } from '../testing/people.ts'
import { payoutAccount } from './payoutAccount.decider.ts'
import { listTransfers } from '../payout/depositCosts.ts'
import { createDepositAmounts } from './microDeposits.ts'
import { createPayeeReader } from './readPayee.ts'

const IBAN = 'PT50000201231234567890154'
const OTHER_IBAN = 'DE89370400440532013000'
const bankAccount = (iban = IBAN, more: object = {}) => ({
  currency: 'EUR',
  holderName: 'Casa Sol Lda',
  bankName: 'Banco',
  bank: { type: 'sepa', iban },
  ...more,
})

/** A bank that keeps what it was asked for, and answers as the test says. */
const orders: MicroDeposits[] = []
let answers: MicroDepositsAnswer[] = []
const unused = () => Promise.reject(new Error('not asked for here'))
const bank: PayoutProvider = {
  name: 'test',
  pay: unused,
  lookUp: unused,
  statement: unused,
  sendMicroDeposits: async (deposits) => {
    orders.push(deposits)
    return answers.shift() ?? { kind: 'sent' }
  },
}

let system: TestSystem
let world: World
let owner: Principal
let email: string

beforeAll(async () => {
  system = await startTestSystem({ payoutProvider: bank })
  world = await startPlace(system.service)
  const ana = await signedIn(system.service.pool, { name: 'Ana', hostAccountId: world.accountId })
  email = ana.email
  owner = {
    actor: { id: ana.id, kind: 'host', role: 'owner', name: 'Ana' },
    tenantId: world.accountId,
    listingIds: 'all',
    provedAt: Date.now(),
  }
  accepted(
    await system.service.handle(
      command(
        'ImportMember',
        PEOPLE.importer,
        { userId: owner.actor.id, name: 'Ana Sol', email, role: 'owner', listingIds: null },
        { id: world.accountId },
      ),
    ),
  )
  const legal = {
    kind: 'company',
    country: 'PT',
    legalName: 'Casa Sol, Lda.',
    legalAddress: 'Rua do Sol 1, Lisboa',
    companyNumber: null,
  }
  accepted(await system.service.handle(command('ChangeLegalIdentity', owner, legal, { id: world.accountId })))
})
afterAll(async () => {
  await system?.stop()
})

const send = (type: string, data: unknown, more: object = {}) =>
  system.service.handle(command(type, owner, data, { id: world.accountId, ...more }))
const stateNow = async () => (await system.service.handler.view(payoutAccount, world.accountId, 0)).state
const inVault = async () =>
  (
    await system.service.pool.query<{ id: string; last4: string; subject_id: string }>(
      'select id, last4, subject_id from app.vault where tenant_id = $1 order by id',
      [world.accountId],
    )
  ).rows
const mails = async () =>
  (await system.service.mail.take(100)).map(
    ({ content }) =>
      content as {
        to: string
        subject: string
        lines: readonly string[]
        link: { label: string; url: string }
      },
  )

test('the number of a bank account is stored once and only in the vault, even when repeated', async () => {
  const { service, stack } = system
  const envelope = command('AddPayoutMethod', owner, bankAccount(), { id: world.accountId })
  const first = accepted(await service.handle(envelope))
  expect(accepted(await service.handle(envelope))).toMatchObject({
    kind: 'duplicate',
    revision: first.revision,
  })
  const [method] = Object.values((await stateNow()).methods)
  expect(await inVault()).toEqual([{ id: method?.vaultRef, last4: '0154', subject_id: world.accountId }])
  expect(method).toMatchObject({ last4: '0154', country: 'PT', deposits: 'waiting', holder: 'matches' })

  const read = createPayeeReader(openVault({ pool: service.pool, box: createBox(SEALING_KEY) }))
  expect(await read(world.accountId, method?.vaultRef ?? '')).toEqual({
    holderName: 'Casa Sol Lda',
    bank: { type: 'sepa', iban: IBAN },
  })
  expect(await read(newId(), method?.vaultRef ?? '')).toBeUndefined()

  expect(rejected(await service.handle({ ...envelope, data: bankAccount(OTHER_IBAN) })).code).toBe(
    'IDEMPOTENCY_KEY_REUSED',
  )
  expect(await read(world.accountId, method?.vaultRef ?? '')).toMatchObject({ bank: { iban: IBAN } })
  await waitUntil(
    async () => {
      await service.relay.deliver()
      return orders.length > 0
    },
    undefined,
    'the deposits are asked for',
  )
  const isThere = async () =>
    (
      await service.pool.query<{ there: boolean }>(
        `select to_regclass('read.payout_account') is not null as there`,
      )
    ).rows[0]?.there === true
  await waitUntil(
    async () =>
      (await isThere()) &&
      (await service.pool.query('select from read.payout_account where id = $1', [world.accountId]))
        .rowCount === 1,
    undefined,
    'the row',
  )
  const tables = (
    await service.pool.query<{ name: string }>(
      `
        select table_schema || '.' || table_name as name
        from information_schema.tables
        where
          table_schema not in ('information_schema', 'pg_catalog')
          and table_type = 'BASE TABLE'`,
    )
  ).rows
  const digits = IBAN.slice(4)
  for (const { name } of tables) {
    const { rows } = await service.pool.query<{ n: number }>(
      `
        select count(*)::int as n
        from ${name} t
        where to_jsonb(t)::text like '%' || $1 || '%' or to_jsonb(t)::text like '%' || $2 || '%'`,
      [digits, Buffer.from(digits).toString('hex')],
    )
    expect([name, rows[0]?.n]).toEqual([name, 0])
  }
  expect(tables.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['app.vault', 'app.outbox', 'app.mail', 'read.payout_account_b1']),
  )
  const log = openLog(stack.eventStoreUrl)
  const events = await log.readAfter('start')
  await log.close()
  expect(events.map(({ type }) => type)).toContain('PayoutMethodAdded')
  for (const { type, data, metadata } of events)
    expect([type, JSON.stringify([data, metadata])]).toEqual([type, expect.not.stringContaining(digits)])
  expect(JSON.stringify(service.lines)).not.toContain(digits)
  expect(stack.eventStoreUrl).toContain('esdb')
})

test('a refused command leaves nothing in the vault; another account’s is not found', async () => {
  const before = await inVault()
  expect(rejected(await send('AddPayoutMethod', bankAccount('PT50000201231234567890155')))).toMatchObject({
    code: 'VALIDATION_FAILED',
    facts: { errors: [{ pointer: '/bank/iban' }] },
  })
  expect(rejected(await send('AddPayoutMethod', bankAccount(IBAN, { currency: 'USD' }))).code).toBe(
    'VALIDATION_FAILED',
  )
  const other = await startPlace(system.service)
  const [foreign, unknown] = [
    await send('AddPayoutMethod', bankAccount(), { id: other.accountId }),
    await send('AddPayoutMethod', bankAccount(), { id: newId() }),
  ]
  expect(foreign).toEqual(unknown)
  expect(rejected(foreign).code).toBe('NOT_FOUND')
  expect(await inVault()).toEqual(before)
  expect(
    (await system.service.pool.query('select from app.vault where tenant_id = $1', [other.accountId]))
      .rowCount,
  ).toBe(0)
})

test('only a recently verified owner changes the account; finance places holds', async () => {
  const { provedAt: _proof, ...unproved } = owner
  const by = async (principal: Principal, type = 'SetSchedule', data: object = { schedule: 'weekly_mon' }) =>
    system.service.handle(command(type, principal, data, { id: world.accountId }))
  expect(rejected(await by(unproved)).code).toBe('STEP_UP_REQUIRED')
  expect(rejected(await by({ ...owner, provedAt: Date.now() - 301_000 })).code).toBe('STEP_UP_REQUIRED')
  expect(rejected(await by({ ...owner, actor: { ...owner.actor, role: 'cohost_full' } })).code).toBe(
    'FORBIDDEN',
  )
  const staff = (role: 'finance' | 'admin'): Principal => ({
    actor: { id: newId(), kind: 'staff', role, name: role },
    listingIds: 'all',
    provedAt: Date.now(),
  })
  expect(rejected(await by(staff('admin'))).code).toBe('FORBIDDEN')
  const standIn = {
    id: newId(),
    mode: 'act_as',
    scopes: ['all'],
    expiresAt: '2999-01-01T00:00:00.000Z',
  } as unknown as NonNullable<Principal['impersonation']>
  expect(rejected(await by({ ...owner, impersonation: standIn })).code).toMatch(/^IMPERSONATION_/)

  const hold = { reason: 'dispute', methodId: null, until: null, whatToDo: null }
  expect(rejected(await by(staff('admin'), 'PlaceHold', hold)).code).toBe('FORBIDDEN')
  accepted(await by(staff('finance'), 'PlaceHold', hold))
  const [{ holdId } = { holdId: '' }] = Object.values((await stateNow()).holds)
  expect(rejected(await by(owner, 'ReleaseHold', { holdId, why: 'I would like to.' })).code).toBe('FORBIDDEN')
  accepted(await by(staff('finance'), 'ReleaseHold', { holdId, why: 'The bank decided for the host.' }))
  expect((await stateNow()).holds).toEqual({})
})

test('the same two deposits verify an account, and each email about a change can stop payouts', async () => {
  orders.length = 0
  answers = [{ kind: 'unknown', why: 'TimeoutError' }]
  accepted(await send('AddPayoutMethod', bankAccount(OTHER_IBAN)))
  const method = Object.values((await stateNow()).methods).find(({ country }) => country === 'DE')
  const methodId = method?.methodId ?? ''
  expect(rejected(await send('VerifyPayoutMethod', { methodId, firstMinor: 1, secondMinor: 2 })).code).toBe(
    'INVALID_TRANSITION',
  )
  await waitUntil(
    async () => {
      await system.service.relay.deliver()
      return (await stateNow()).methods[methodId]?.deposits === 'sent'
    },
    undefined,
    'the deposits are on their way',
  )
  expect(orders).toHaveLength(2)
  expect(orders[1]).toEqual(orders[0])
  const [
    { amountsMinor: [firstMinor, secondMinor], payee } = { amountsMinor: [0, 0] as const, payee: undefined },
  ] = orders
  expect(payee).toEqual({ holderName: 'Casa Sol Lda', bank: { type: 'sepa', iban: OTHER_IBAN } })

  const wrong = accepted(
    await send('VerifyPayoutMethod', { methodId, firstMinor: (firstMinor % 99) + 1, secondMinor }),
  )
  expect(wrong.events).toEqual(['PayoutMethodVerificationFailed'])
  expect(
    accepted(await send('VerifyPayoutMethod', { methodId, firstMinor: secondMinor, secondMinor: firstMinor }))
      .events,
  ).toEqual(['PayoutMethodVerified', 'DefaultMethodSet'])
  // The second bank account of the account: it cools off.
  expect(methodFor(await stateNow(), 'EUR', null, new Date().toISOString())).toMatchObject({
    kind: 'hold',
    reason: 'cooling_period',
    until: method?.usableFrom,
  })

  const seen: Awaited<ReturnType<typeof mails>> = []
  await waitUntil(
    async () => {
      await system.service.relay.deliver()
      seen.push(...(await mails()))
      return seen.some(({ subject }) => /^The payout account of .* changed$/.test(subject))
    },
    undefined,
    'the owners get an email',
  )
  const added = seen.filter(({ subject }) => subject === 'A bank account was added to Casa Sol')
  expect(added.length).toBeGreaterThanOrEqual(2)
  expect(added[0]).toMatchObject({
    to: email,
    link: {
      label: 'This was not me: stop payouts',
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:3000\/payout-alarm#token=[\w-]{43}$/),
    },
  })
  expect(seen.find(({ subject }) => subject.includes('Two small deposits'))).toMatchObject({
    link: { label: 'View payout settings' },
  })
  for (const { to } of seen) expect(to).toBe(email)
  // An alarm stays good when there is another change.
  expect(
    (
      await system.service.pool.query(
        `select from app.ticket where purpose = 'payout_alarm' and voided_at is not null`,
      )
    ).rowCount,
  ).toBe(0)
})

test('the number of a removed bank account is deleted once no event can still name it', async () => {
  const { service } = system
  const methods = Object.values((await stateNow()).methods)
  const removed = methods.find(({ country }) => country === 'PT')
  accepted(await send('RemovePayoutMethod', { methodId: removed?.methodId }))
  const asks = async () =>
    (
      await service.pool.query<{ done_at: string | null }>(
        `select done_at from app.outbox where work ->> 'name' = 'forget-bank-numbers'`,
      )
    ).rows
  await waitUntil(async () => (await asks()).length > 0, undefined, 'the process manager')
  await service.relay.deliver()
  expect((await inVault()).map(({ id }) => id)).toContain(removed?.vaultRef)
  await service.pool.query(`update app.vault set created_at = now() - interval '1 hour'`)
  await waitUntil(
    async () => {
      await service.pool.query(`update app.outbox set retry_at = now() where done_at is null`)
      await service.relay.deliver()
      return (await asks())[0]?.done_at !== null
    },
    undefined,
    'the second try',
  )
  expect((await inVault()).map(({ id }) => id)).toEqual(
    methods.flatMap(({ methodId, vaultRef }) => (methodId === removed?.methodId ? [] : [vaultRef])),
  )
})

test('a bank account gets one pair of deposits in 30 days, whichever host adds it', async () => {
  const { service } = system
  const sentBefore = orders.length
  const waitForDeposits = async (accountId: string, methodId: string) =>
    waitUntil(
      async () => {
        await service.relay.deliver()
        const { state } = await service.handler.view(payoutAccount, accountId, 0)
        return state.methods[methodId]?.deposits === 'sent'
      },
      undefined,
      'the deposits are recorded',
    )
  // A test before this one removed this bank account after its deposits were sent.
  accepted(await send('AddPayoutMethod', bankAccount()))
  const again = Object.values((await stateNow()).methods).find(({ country }) => country === 'PT')
  const methodId = again?.methodId ?? ''
  await waitForDeposits(world.accountId, methodId)

  const other = await startPlace(service)
  const { id } = await signedIn(service.pool, { name: 'Bea', hostAccountId: other.accountId })
  const bea: Principal = { ...owner, actor: { ...owner.actor, id }, tenantId: other.accountId }
  accepted(await service.handle(command('AddPayoutMethod', bea, bankAccount(), { id: other.accountId })))
  const { state } = await service.handler.view(payoutAccount, other.accountId, 0)
  await waitForDeposits(other.accountId, Object.keys(state.methods)[0] ?? '')
  expect(orders).toHaveLength(sentBefore)
  // In another currency they are counted in another unit, so that they are another pair.
  const inForints = {
    currency: 'HUF',
    bank: { type: 'wire', bic: 'BCOMPTPL', country: 'PT', accountNumber: IBAN },
  }
  accepted(
    await service.handle(
      command('AddPayoutMethod', bea, bankAccount(IBAN, inForints), { id: other.accountId }),
    ),
  )
  await waitUntil(
    async () => {
      await service.relay.deliver()
      return orders.length > sentBefore
    },
    undefined,
    'deposits in forints are sent',
  )
  // Both pairs are posted as Hearth's cost, and nothing in a host's ledger.
  const readCosts = async () =>
    (
      await service.pool.query<{ attemptKey: string; amountMinor: number; currency: string }>(
        `
          select attempt_key as "attemptKey", amount_minor as "amountMinor", currency
          from app.deposit_cost
          order by attempt_key`,
      )
    ).rows
  const expected = orders.slice(sentBefore).flatMap(listTransfers)
  await waitUntil(
    async () => {
      await service.relay.deliver()
      const costs = await readCosts()
      return expected.every(({ attemptKey }) => costs.some((cost) => cost.attemptKey === attemptKey))
    },
    undefined,
    'the deposits are posted',
  )
  expect(await readCosts()).toEqual(expect.arrayContaining(expected))
  expect(await readTypes(service, `hostLedger-${other.accountId}`)).toEqual([])
  const inHuf = orders.pop()
  expect([inHuf?.currency, ...(inHuf?.amountsMinor.map((amount) => amount % 100) ?? [])]).toEqual([
    'HUF',
    0,
    0,
  ])

  const { rows } = await service.pool.query<{ pairId: string }>(
    'select pair_id as "pairId" from app.micro_deposit_method where method_id = $1',
    [methodId],
  )
  const amounts = createDepositAmounts(CHILD_SETTINGS.COMMAND_HASH_KEY)(rows[0]?.pairId ?? '')
  const [firstMinor, secondMinor] = amounts
  expect(accepted(await send('VerifyPayoutMethod', { methodId, firstMinor, secondMinor })).events).toContain(
    'PayoutMethodVerified',
  )

  await service.pool.query(`update app.micro_deposit_pair set claimed_at = now() - interval '31 days'`)
  accepted(await send('RemovePayoutMethod', { methodId }))
  accepted(await send('AddPayoutMethod', bankAccount()))
  await waitUntil(
    async () => {
      await service.relay.deliver()
      return orders.length > sentBefore
    },
    undefined,
    'new deposits are sent',
  )
})
