import { createHmac } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newId, type Id } from '@hearth/contracts/kernel/ids'
import { entryFrom } from '@hearth/contracts/ledger'
import { formatAttemptKey, type ProviderReport } from '@hearth/contracts/payout'
import { secret } from '@hearth/platform/config/secret'
import type { Principal } from '@hearth/platform/session/principal'
import { createPrincipals } from '@hearth/platform/session/principals'
import { silentLog } from '@hearth/platform/testing/log'
import { startTestStack, type TestStack } from '@hearth/platform/testing/stack'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SCHEDULER } from '../runtime/internal.ts'
import {
  accepted,
  command,
  movableClock,
  openTestService,
  PEOPLE,
  readTypes,
  type TestService,
} from '../testing/fixture.ts'
import { serveRoutes } from '../testing/serveRoutes.ts'
import { eraseFiles } from './eraseFiles.ts'
import type { LookUpAnswer, PaymentAnswer, PaymentOrder, PayoutProvider } from './provider.ts'
import { createPayoutNotifier } from './payoutNotices.ts'
import { createSepaFiles } from './sepaFiles.ts'
import { formatEndToEndId } from './sepa.ts'
import { bankWebhookRoute } from './webhookRoute.ts'

const LONG_AGO = '2026-01-05T09:00:00.000Z'
const BUSINESS_DAY = '2026-03-04T09:00:00.000Z'
const clock = movableClock()
const directory = mkdtempSync(join(tmpdir(), 'hearth-sepa-'))

/** What the provider is asked, and what it is to answer next. */
const orders: PaymentOrder[] = []
let answer: PaymentAnswer
let found: LookUpAnswer
const provider: PayoutProvider = {
  name: 'scripted',
  pay: async (order) => {
    orders.push(order)
    return answer
  },
  lookUp: async () => found,
  sendMicroDeposits: async () => ({ kind: 'sent' }),
  statement: async () => undefined,
}

let stack: TestStack
let service: TestService
beforeAll(async () => {
  stack = await startTestStack()
  service = await openTestService(stack, { payoutProvider: provider, now: clock.now })
})
afterAll(async () => {
  await service?.close()
  await stack?.stop()
  rmSync(directory, { recursive: true })
})
beforeEach(() => {
  orders.length = 0
  answer = { kind: 'accepted', providerRef: 'tr_1', expectedArrival: null }
  found = { kind: 'absent' }
})

/** A scheduled payout of 816.40 EUR. */
const scheduled = async (amountMinor = 81_640): Promise<Readonly<{ accountId: Id; payoutId: Id }>> => {
  const { handle } = service
  const at = { occurredAt: LONG_AGO }
  const { id: accountId } = accepted(
    await handle(
      command(
        'OpenAccount',
        PEOPLE.importer,
        {
          displayName: 'Casa Sol',
          kind: 'company',
          country: 'PT',
          defaultCurrency: 'EUR',
          timezone: 'Europe/Lisbon',
        },
        at,
      ),
    ),
  )
  accepted(
    await handle(
      command(
        'ImportPayoutMethod',
        PEOPLE.importer,
        {
          currency: 'EUR',
          holderName: 'Casa Sol',
          bankName: null,
          bank: { type: 'sepa', iban: 'DE89370400440532013000' },
        },
        { id: accountId, ...at },
      ),
    ),
  )
  const source = { stream: 'booking-test', revision: 0, eventId: newId() }
  const entry = entryFrom(
    {
      kind: 'reimbursement',
      currency: 'EUR',
      availableAt: LONG_AGO,
      listingId: null,
      bookingId: null,
      source,
      policies: [],
      text: 'Owed by a test',
    },
    [{ code: 'from_fund', amountMinor, basis: { rule: 'stated' } }],
  )
  accepted(
    await handle({
      ...command('PostEntries', SCHEDULER, { accountId, entries: [entry] }),
      internal: true,
      ...at,
    }),
  )
  const [payoutId = ''] = await service.payouts.runs.runAccount(accountId, BUSINESS_DAY)
  return { accountId, payoutId }
}
const advance = async (payoutId: Id) => service.payouts.sending?.advance(payoutId)
const typesOfPayout = (payoutId: Id) => readTypes(service, `payout-${payoutId}`)
const report = (
  payoutId: Id,
  result: ProviderReport['result'],
  more: Partial<ProviderReport> = {},
): ProviderReport => ({
  attemptKey: formatAttemptKey(payoutId, 1),
  result,
  providerRef: 'tr_1',
  amountMinor: 81_640,
  currency: 'EUR',
  at: clock.now(),
  code: null,
  expectedArrival: null,
  ...more,
})

describe('a payout', () => {
  it('is sent once, with the number from the vault', async () => {
    const { payoutId } = await scheduled()
    await Promise.all([advance(payoutId), advance(payoutId), advance(payoutId)])
    expect(orders.filter(({ attemptKey }) => attemptKey !== `${payoutId}-1`)).toEqual([])
    expect(orders[0]).toMatchObject({
      amountMinor: 81_640,
      payee: { bank: { iban: 'DE89370400440532013000' } },
    })
    expect((await typesOfPayout(payoutId)).filter((type) => type === 'PayoutSubmitting')).toHaveLength(1)
    for await (const { data } of service.store.read(`payout-${payoutId}`))
      expect(JSON.stringify(data)).not.toContain('0532013000')
  })
  it('is looked up after an unclear answer, and sent again only if the bank does not have it', async () => {
    const { payoutId } = await scheduled()
    answer = { kind: 'unknown', why: 'TimeoutError' }
    await advance(payoutId)
    expect(await typesOfPayout(payoutId)).toEqual(['PayoutScheduled', 'PayoutSubmitting'])
    found = { kind: 'unknown', why: 'TimeoutError' }
    await advance(payoutId)
    expect(orders).toHaveLength(1)
    found = { kind: 'absent' }
    await advance(payoutId)
    expect(orders.map(({ attemptKey }) => attemptKey)).toEqual([`${payoutId}-1`, `${payoutId}-1`])
    found = { kind: 'found', report: report(payoutId, 'paid') }
    await advance(payoutId)
    expect(await typesOfPayout(payoutId)).toEqual([
      'PayoutScheduled',
      'PayoutSubmitting',
      'PayoutSubmitted',
      'PayoutPaid',
    ])
  })
  it('is put on hold when the provider may have forgotten its key', async () => {
    const { payoutId } = await scheduled()
    answer = { kind: 'unknown', why: 'TimeoutError' }
    await advance(payoutId)
    clock.forward(24)
    await advance(payoutId)
    expect(orders).toHaveLength(1)
    expect((await typesOfPayout(payoutId)).at(-1)).toBe('PayoutHeld')
  })
  it('is looked up when no report arrives', async () => {
    const { payoutId } = await scheduled()
    await advance(payoutId)
    found = { kind: 'found', report: report(payoutId, 'paid') }
    await advance(payoutId)
    expect((await typesOfPayout(payoutId)).at(-1)).toBe('PayoutPaid')
  })
})

describe('the owners of the account', () => {
  const mailsAbout = async (job: Record<string, string>) => {
    await service.mail.take(100)
    await createPayoutNotifier({
      pool: service.pool,
      handler: service.handler,
      mail: service.mail,
      publicUrl: new URL('http://localhost:3999'),
    })(job, { correlationId: 'test' })
    return (await service.mail.take(100)).map(({ content }) => content)
  }

  it('get one email each about the outcome of a payout, with a link to the details', async () => {
    const { accountId, payoutId } = await scheduled()
    const email = `${newId()}@sol.test`
    accepted(
      await service.handle(
        command(
          'ImportMember',
          PEOPLE.importer,
          { userId: newId(), name: 'Ana Sol', email, role: 'owner', listingIds: null },
          { id: accountId, occurredAt: LONG_AGO },
        ),
      ),
    )
    const job = { payoutId, hostAccountId: accountId, code: 'PO-4T8X2NQA' }
    await advance(payoutId)
    const link = {
      label: 'View payout details',
      url: `http://localhost:3999/performance/payouts-breakdown?view=payouts&payout=${payoutId}`,
    }
    expect(await mailsAbout({ ...job, what: 'sent', why: '' })).toEqual([
      {
        to: email,
        subject: 'Paid to Casa Sol: 816.40 EUR',
        lines: [
          'Payout PO-4T8X2NQA of 816.40 EUR was sent to the bank account ending in 3000. ' +
            'It can take your bank a day or two to show it.',
        ],
        link,
      },
    ])
    expect(await mailsAbout({ ...job, what: 'returned', why: 'account_closed' })).toMatchObject([
      {
        to: email,
        subject: 'A payout to Casa Sol was returned: 816.40 EUR',
        lines: [
          expect.anything(),
          'The bank account is closed.',
          expect.stringContaining('Your money is safe'),
        ],
      },
    ])
    expect(await mailsAbout({ ...job, what: 'held', why: 'outcome_unknown' })).toMatchObject([
      {
        to: email,
        lines: [expect.anything(), expect.stringContaining('paid exactly once'), expect.anything()],
      },
    ])
  })
})

describe('a run that is interrupted between its two streams', () => {
  it('is completed by the next run', async () => {
    const { accountId, payoutId } = await scheduled()
    await advance(payoutId)
    const other = newId()
    const source = { stream: 'booking-test', revision: 0, eventId: newId() }
    const entry = entryFrom(
      {
        kind: 'reimbursement',
        currency: 'EUR',
        availableAt: LONG_AGO,
        listingId: null,
        bookingId: null,
        source,
        policies: [],
        text: 'Owed',
      },
      [{ code: 'from_fund', amountMinor: 500, basis: { rule: 'stated' } }],
    )
    accepted(
      await service.handle({
        ...command('PostEntries', SCHEDULER, { accountId, entries: [entry] }),
        internal: true,
      }),
    )
    accepted(
      await service.handle({
        ...command('AssignEntries', SCHEDULER, {
          accountId,
          payoutId: other,
          currency: 'EUR',
          amountMinor: 500,
          entryIds: [entry?.entryId],
        }),
        internal: true,
      }),
    )
    expect(await service.payouts.runs.runAccount(accountId, BUSINESS_DAY)).toEqual([])
    expect(await typesOfPayout(other)).toEqual(['PayoutScheduled'])
  })
})

describe('a webhook', () => {
  const SECRET = 'a-secret-that-signs-webhooks'
  const publicUrl = new URL('http://localhost:3999')
  const open = () =>
    serveRoutes({
      publicUrl,
      principals: createPrincipals({
        pool: service.pool,
        log: silentLog,
        publicUrl,
        serviceTokens: new Map(),
      }),
      routes: [bankWebhookRoute({ sending: service.payouts.sending, secret: secret(SECRET) })],
      limits: { read: 50, write: 50, login: 50, export: 10, stream: 10, probe: 10 },
    })
  it('counts once, if it is signed, recent and about one of our payouts', async () => {
    const running = await open()
    const { payoutId } = await scheduled()
    await advance(payoutId)
    const at = clock.now()
    const transfer = (more: object = {}) => ({
      id: 'tr_1',
      reference: `${payoutId}-1`,
      amountMinor: 81_640,
      currency: 'EUR',
      status: 'paid',
      code: null,
      at,
      expectedArrival: null,
      ...more,
    })
    const post = async (body: unknown, { key = SECRET, age = 0 } = {}) => {
      const text = JSON.stringify(body)
      const seconds = Math.floor(Date.now() / 1_000) - age
      const signature = createHmac('sha256', key).update(`${seconds}.${text}`).digest('hex')
      const reply = await fetch(`${running.url}/api/webhooks/bank`, {
        method: 'POST',
        body: text,
        headers: { 'content-type': 'application/json', 'x-bank-signature': `t=${seconds},v1=${signature}` },
      })
      await reply.arrayBuffer()
      return reply.status
    }
    const before = await typesOfPayout(payoutId)
    expect(await post({ id: 'ev_1', transfer: transfer() }, { key: 'somebody-else' })).toBe(401)
    expect(await post({ id: 'ev_1', transfer: transfer() }, { age: 301 })).toBe(401)
    expect((await fetch(`${running.url}/api/webhooks/bank`, { method: 'POST', body: '{}' })).status).toBe(401)
    expect(await post({ id: 'ev_1', transfer: transfer({ reference: `${newId()}-1` }) })).toBe(404)
    expect(await post({ id: 'ev_1', transfer: transfer({ reference: 'rent' }) })).toBe(404)
    expect(await post({ id: 'ev_1', transfer: {} })).toBe(422)
    expect(await post({ nonsense: true })).toBe(422)
    expect(await typesOfPayout(payoutId)).toEqual(before)
    expect(
      await Promise.all([
        post({ id: 'ev_1', transfer: transfer() }),
        post({ id: 'ev_1', transfer: transfer() }),
        post({ id: 'ev_2', transfer: transfer() }),
      ]),
    ).toEqual([204, 204, 204])
    expect(await typesOfPayout(payoutId)).toEqual([...before, 'PayoutPaid'])
    expect(await post({ id: 'ev_3', transfer: transfer({ amountMinor: 81_604 }) })).toBe(204)
    expect(await typesOfPayout(payoutId)).toEqual([...before, 'PayoutPaid', 'PayoutDifferenceFound'])
    await running.close()
  })
})

const staff = (id: string): Principal => ({
  actor: { id, kind: 'staff', role: 'finance', name: id },
  listingIds: 'all',
})
const book = async (xml: string) => {
  const booked = await service.payouts.book?.(xml, 's-9.xml')
  if (booked === undefined) throw new Error('Messages of banks are not booked')
  return booked
}

describe('payment files', () => {
  it('are written once for each attempt, and a statement with a return is booked', async () => {
    const { accountId, payoutId } = await scheduled()
    const files = createSepaFiles({
      directory,
      debtor: { name: 'Hearth GmbH', iban: 'NL91ABNA0417164300', bic: 'ABNANL2A' },
      now: clock.now,
    })
    const key = `${payoutId}-1`
    const order: PaymentOrder = {
      attemptKey: key,
      amountMinor: 81_640,
      currency: 'EUR',
      payee: { holderName: 'Casa Sol', bank: { type: 'sepa', iban: 'DE89370400440532013000' } },
    }
    expect(await files.lookUp(key, 'sepa')).toEqual({ kind: 'no_trace' })
    answer = await files.pay(order)
    expect(await files.pay(order)).toEqual(answer)
    await advance(payoutId)
    expect(readdirSync(join(directory, 'out'))).toEqual([`${formatEndToEndId(key)}.xml`])
    expect(readFileSync(join(directory, 'out', `${formatEndToEndId(key)}.xml`), 'utf8')).toContain(
      '<InstdAmt Ccy="EUR">816.40</InstdAmt>',
    )
    expect(await files.lookUp(key, 'sepa')).toMatchObject({
      kind: 'found',
      report: { attemptKey: key, result: 'accepted', amountMinor: 81_640, currency: 'EUR' },
    })

    const entry = (indicator: string, reason = '') =>
      [
        `<Ntry><Amt Ccy="EUR">816.40</Amt><CdtDbtInd>${indicator}</CdtDbtInd>`,
        '<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-07-14</Dt></BookgDt><NtryDtls><TxDtls>',
        `<Refs><EndToEndId>${formatEndToEndId(key)}</EndToEndId></Refs>${reason}</TxDtls></NtryDtls></Ntry>`,
      ].join('')
    const statement = [
      '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>S-1</Id>',
      entry('DBIT'),
      entry('CRDT', '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>'),
      '</Stmt></BkToCstmrStmt></Document>',
    ].join('')
    const booked = { reports: 2, statuses: 0, leftovers: [] }
    expect(await book(statement)).toEqual(booked)
    expect(await book(statement)).toEqual(booked)
    expect(await typesOfPayout(payoutId)).toEqual([
      'PayoutScheduled',
      'PayoutSubmitting',
      'PayoutSubmitted',
      'PayoutPaid',
      'PayoutReturned',
    ])
    expect(accountId).not.toBe('')
    mkdirSync(join(directory, 'read'), { recursive: true })
    writeFileSync(join(directory, 'read', 's-1.xml'), statement)
    writeFileSync(join(directory, 'read', 's-2.xml'), '<Document/>')
    await eraseFiles(directory, [payoutId])
    expect([readdirSync(join(directory, 'out')), readdirSync(join(directory, 'read'))]).toEqual([
      [],
      ['s-2.xml'],
    ])
  })
})

describe('a bank’s messages', () => {
  const statement = (createdAt: string, ...lines: readonly (readonly [key: string, amount: string])[]) =>
    [
      '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>',
      `<Id>S-9</Id><CreDtTm>${createdAt}</CreDtTm>`,
      ...lines.map(
        ([key, amount]) =>
          `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>` +
          '<BookgDt><Dt>2026-07-14</Dt></BookgDt><NtryDtls><TxDtls><Refs>' +
          `<EndToEndId>${formatEndToEndId(key)}</EndToEndId></Refs></TxDtls></NtryDtls></Ntry>`,
      ),
      '</Stmt></BkToCstmrStmt></Document>',
    ].join('')
  const readMovements = async (...keys: readonly string[]) =>
    (await service.payouts.movements.all())
      .filter(({ attemptKey }) => keys.includes(attemptKey))
      .map(({ attemptKey, amountMinor }) => [attemptKey, amountMinor])

  const readLines = async (statementId: string): Promise<readonly string[]> => {
    const { rows } = await service.pool.query<{ id: string }>(
      `select id from app.bank_line where document like '%/' || $1 || '/%'`,
      [statementId],
    )
    return rows.map(({ id }) => id)
  }

  it('are replaced by a corrected statement, and not by the first one delivered again', async () => {
    const { payoutId } = await scheduled()
    answer = { kind: 'accepted', providerRef: formatEndToEndId(`${payoutId}-1`), expectedArrival: null }
    await advance(payoutId)
    const [key, gone] = [`${payoutId}-1`, `${newId()}-1`]
    const first = statement('2026-07-15T04:00:00', [key, '1014.84'], [gone, '5.00'])
    expect(await book(first)).toMatchObject({ reports: 2, leftovers: [{ entry: gone }] })
    expect(await readMovements(key, gone)).toEqual([
      [key, 101_484],
      [gone, 500],
    ])
    expect((await typesOfPayout(payoutId)).slice(-2)).toEqual(['PayoutDifferenceFound', 'PayoutHeld'])

    const corrected = statement('2026-07-15T09:00:00', [key, '816.40'])
    await book(corrected)
    await book(corrected)
    await book(first)
    expect(await readMovements(key, gone)).toEqual([[key, 81_640]])
    expect((await typesOfPayout(payoutId)).filter((type) => type === 'PayoutPaid')).toEqual([])
    // Once staff have released it, the present word of the bank is taken.
    accepted(
      await service.handle({
        ...command('ReleasePayout', SCHEDULER, {}, { id: payoutId }),
        internal: true,
      }),
    )
    await service.payouts.sending?.record(payoutId, {
      ...report(payoutId, 'paid'),
      providerRef: formatEndToEndId(key),
    })
    expect((await typesOfPayout(payoutId)).filter((type) => type === 'PayoutPaid')).toHaveLength(1)
  })

  it('leave what they do not name to two people, who attach it to a payout or set it aside', async () => {
    const { payoutId } = await scheduled()
    answer = { kind: 'accepted', providerRef: formatEndToEndId(`${payoutId}-1`), expectedArrival: null }
    await advance(payoutId)
    const xml = (createdAt: string, text: string) =>
      statement(createdAt, [`${newId()}-1`, '816.40'])
        .replace('<Id>S-9</Id>', '<Id>S-10</Id>')
        .replace(/<Refs>.*<\/Refs>/, `<RmtInf><Ustrd>${text}</Ustrd></RmtInf>`)
    const first = xml('2026-07-15T04:00:00', 'Payout July')
    expect((await book(first)).leftovers).toMatchObject([{ kind: 'foreign', text: 'Payout July' }])
    await book(first)
    const [line, ...more] = await readLines('S-10')
    if (line === undefined) throw new Error('The line was not kept')
    expect(more).toEqual([])

    const [one, two] = [staff('finance-1'), staff('finance-2')]
    const reason = 'The bank left out our reference; amount and day match.'
    const send = (principal: Principal, type: string, data: object) =>
      service.handle(command(type, principal, data, { id: line }))
    expect(await send(two, 'ApproveBankLineSettlement', {})).toMatchObject({ code: 'INVALID_TRANSITION' })
    expect(await send(one, 'ProposeBankLineSettlement', { payoutId: newId(), reason })).toMatchObject({
      code: 'VALIDATION_FAILED',
    })
    accepted(await send(one, 'ProposeBankLineSettlement', { payoutId, reason }))
    expect(await send(one, 'ApproveBankLineSettlement', {})).toMatchObject({ code: 'FOUR_EYES_SAME_ACTOR' })
    accepted(await send(two, 'ApproveBankLineSettlement', {}))
    const bookLine = service.payouts.workers['book-bank-line']
    await bookLine({ lineId: line }, { correlationId: newId() })
    await bookLine({ lineId: line }, { correlationId: newId() })
    // The same statement again does not take back what two people have decided.
    await book(first)
    expect((await typesOfPayout(payoutId)).filter((type) => type === 'PayoutPaid')).toHaveLength(1)
    expect(await readMovements(`${payoutId}-1`)).toEqual([[`${payoutId}-1`, 81_640]])

    await book(xml('2026-07-15T09:00:00', 'Rent'))
    expect(await readMovements(`${payoutId}-1`)).toEqual([])
    const [other] = await readLines('S-10')
    expect(other).not.toBe(line)
    expect(await readTypes(service, `bankLine-${line}`)).toEqual([
      'BankLineFound',
      'BankLineSettlementProposed',
      'BankLineSettled',
      'BankLineWithdrawn',
    ])
  })

  it('reject a payout with the reason, once', async () => {
    const { payoutId } = await scheduled()
    answer = { kind: 'accepted', providerRef: formatEndToEndId(`${payoutId}-1`), expectedArrival: null }
    await advance(payoutId)
    const rejection = [
      '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>',
      `<OrgnlGrpInfAndSts><OrgnlMsgId>${formatEndToEndId(`${payoutId}-1`)}</OrgnlMsgId>`,
      '<GrpSts>RJCT</GrpSts><StsRsnInf><Rsn><Cd>AC04</Cd></Rsn></StsRsnInf></OrgnlGrpInfAndSts>',
      '</CstmrPmtStsRpt></Document>',
    ].join('')
    expect(await book(rejection)).toEqual({ reports: 0, statuses: 1, leftovers: [] })
    await book(rejection)
    expect((await typesOfPayout(payoutId)).slice(-3)).toEqual([
      'PayoutSubmitted',
      'PayoutFailed',
      'PayoutCancelled',
    ])
  })
})
