import { pathToFileURL } from 'node:url'
import { createWorkDirectory } from '@hearth/platform/testing/workDirectory'
import { newId, type Id } from '@hearth/contracts/kernel/ids'
import { entryFrom } from '@hearth/contracts/ledger'
import { readTaxStatus, taxFileKey } from '@hearth/contracts/tax-profile'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { AppProblem } from '@hearth/platform/http/appProblem'
import type { RawRequest } from '@hearth/platform/http/route'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { payoutAccountFold } from '../payout-account/payoutAccount.state.ts'
import { SCHEDULER } from '../runtime/internal.ts'
import {
  accepted,
  command,
  PEOPLE,
  readTypes,
  rejected,
  startTestSystem,
  type TestSystem,
} from '../testing/fixture.ts'
import { taxFileRoute } from '../tax-filing/downloadRoute.ts'
import { taxFilingFold } from '../tax-filing/taxFiling.state.ts'
import { formatAccountNumber } from '../tax-filing/writeIrisCsv.ts'
import { createNumberReader } from './numbersInVault.ts'
import { taxProfileFold } from './taxProfile.state.ts'

const LONG_AGO = '2026-01-05T12:00:00.000Z'

const directory = createWorkDirectory()
let system: TestSystem
let accountId: Id

const person = {
  legalName: 'Vale Stays LLC',
  businessName: null,
  birthDate: null,
  registerNumber: null,
  street: '1 Hill Road',
  city: 'Hudson',
  region: 'NY',
  postalCode: '12534',
  country: 'US',
}
const w9 = (number: string) => ({
  form: 'W9',
  entity: 'company',
  person,
  tin: { country: 'US', type: 'EIN', number },
  treatyCountry: null,
  signedName: 'Ana Vale',
  perjury: true,
})

const internal = (type: string, data: unknown) =>
  system.service.handle({ ...command(type, SCHEDULER, data, { id: accountId }), internal: true })
const send = (type: string, data: unknown, more: object = {}) => {
  const owner = { ...PEOPLE.owner(accountId), provedAt: Date.now() }
  return system.service.handle(command(type, owner, data, { id: accountId, ...more }))
}
const profileNow = async () => (await system.service.handler.view(taxProfileFold, accountId, 0)).state
const holdsNow = async () =>
  Object.values((await system.service.handler.view(payoutAccountFold, accountId, 0)).state.holds).map(
    ({ reason }) => reason,
  )
const inVault = async () =>
  (
    await system.service.pool.query<{ id: string; last4: string }>(
      `select id, last4 from app.vault where tenant_id = $1 and kind = 'tax_number' order by id`,
      [accountId],
    )
  ).rows

const finance = {
  actor: { id: newId(), kind: 'staff', role: 'finance', name: 'Fin' },
  listingIds: 'all',
} as const
const act = (type: string, data: unknown) =>
  system.service.handle(command(type, finance, data, { id: accountId }))

/** Waits until what follows by itself has happened. */
const until = (holds: () => Promise<boolean>) =>
  waitUntil(async () => {
    await system.service.relay.deliver()
    return holds()
  })

beforeAll(async () => {
  system = await startTestSystem({ storageUrl: pathToFileURL(directory.path) })
  const account = {
    displayName: 'Vale Stays',
    kind: 'company',
    country: 'US',
    defaultCurrency: 'USD',
    timezone: 'America/New_York',
  }
  accountId = accepted(await system.service.handle(command('OpenAccount', PEOPLE.importer, account))).id
  accepted(await internal('RequestTaxInfo', { listingId: newId() }))
})
afterAll(async () => {
  await system?.stop()
  directory.remove()
})

test('payouts wait from the first one on until the form is there, and its number is in the vault only', async () => {
  const source = { stream: 'booking-test', revision: 0, eventId: newId() }
  const entry = entryFrom(
    {
      kind: 'reimbursement',
      currency: 'USD',
      availableAt: LONG_AGO,
      listingId: null,
      bookingId: null,
      source,
      policies: [],
      text: 'Owed by a test',
    },
    [{ code: 'from_fund', amountMinor: 10_000, basis: { rule: 'stated' } }],
  )
  accepted(await internal('PostEntries', { accountId, entries: [entry] }))
  await until(async () => (await holdsNow()).includes('tax_info_missing'))

  expect(rejected(await send('SubmitTaxForm', w9('07-1234567'))).code).toBe('VALIDATION_FAILED')
  expect(await inVault()).toEqual([])

  const commandId = newId()
  const form = w9(' 13\u20111234\u200b821')
  accepted(await send('SubmitTaxForm', form, { commandId }))
  accepted(await send('SubmitTaxForm', form, { commandId }))
  await until(async () => (await holdsNow()).length === 0)
  const profile = await profileNow()
  expect(readTaxStatus(profile)).toBe('complete')
  expect(await inVault()).toEqual([{ id: profile.form?.vaultRef, last4: '4821' }])
  const read = createNumberReader(system.service.vault)
  expect(await read(accountId, profile.form?.vaultRef ?? '')).toEqual([
    { country: 'US', type: 'EIN', number: '131234821' },
  ])

  const { rows } = await system.service.pool.query<{ all: string }>(
    `select string_agg(row_to_json(o)::text, '') as all from app.outbox o`,
  )
  expect(JSON.stringify([profile, rows])).not.toMatch(/1234\u200b?821/)
  const types = await readTypes(system.service, `taxProfile-${accountId}`)
  expect(types.filter((type) => type === 'TaxFormSubmitted')).toHaveLength(1)
})

test('a number of someone else is asked for again, by email', async () => {
  accepted(await send('SubmitTaxForm', w9('13-1239999')))
  await until(async () => readTaxStatus(await profileNow()) === 'invalid')
  await until(async () => (await holdsNow()).includes('tax_info_missing'))
})

test('without a proof of who it is, no form is signed', async () => {
  const outcome = await system.service.handle(
    command('SubmitTaxForm', PEOPLE.owner(accountId), w9('13-1234821'), { id: accountId }),
  )
  expect(rejected(outcome).code).toBe('STEP_UP_REQUIRED')
})

test('numbers of replaced forms and of commands that never ended leave the vault', async () => {
  accepted(await send('SubmitTaxForm', w9('13-1234821')))
  const { pool, vault } = system.service
  const stray = { tenantId: accountId, subjectId: accountId, content: '[]', last4: '' }
  await vault.keep({ ...stray, id: newId(), kind: 'tax_number' })
  await vault.keep({ ...stray, id: newId(), kind: 'bank_account' })
  const { sweep } = system.service.numberSweep
  const named = (await profileNow()).form?.vaultRef
  const young = await inVault()
  await sweep()
  expect(await inVault()).toEqual(young)
  await pool.query(`update app.vault set created_at = created_at - interval '1 hour' where tenant_id = $1`, [
    accountId,
  ])
  await sweep()
  const { rows } = await pool.query('select id from app.vault where tenant_id = $1', [accountId])
  expect(rows).toEqual([{ id: named }])
  expect(await vault.listUnnamedAccounts('tax_number')).toEqual([])
})

test('a form is issued once as a file, keeps the number in the vault, and is corrected after a late entry', async () => {
  const post = async (amountMinor: number, count: number) => {
    const entries = Array.from({ length: count }, () => ({
      ...entryFrom(
        {
          kind: 'booking_earnings',
          currency: 'USD',
          availableAt: '2025-07-02T12:00:00.000Z',
          listingId: null,
          bookingId: newId(),
          source: { stream: 'booking-test', revision: 0, eventId: newId() },
          policies: [],
          text: 'Earned in a test',
        },
        [{ code: 'nights', amountMinor, basis: { rule: 'stated' } }],
      ),
    }))
    accepted(await internal('PostEntries', { accountId, entries }))
  }
  accepted(await send('SubmitTaxForm', w9('13-1234821')))
  await until(async () => readTaxStatus(await profileNow()) === 'complete')
  await post(20_000, 150)
  const issue = { form: '1099-K', year: 2025 }
  expect(rejected(await act('IssueTaxDocument', issue)).facts).toMatchObject({ unmet: [{ code: 'NOT_DUE' }] })
  await post(20_000, 60)
  accepted(await act('IssueTaxDocument', issue))
  expect(rejected(await act('IssueTaxDocument', issue)).code).toBe('INVALID_TRANSITION')
  const [document] = (await profileNow()).documents
  expect(document?.boxes).toEqual(
    expect.arrayContaining([
      { box: '1a', kind: 'amount', value: 4_200_000 },
      { box: '3', kind: 'count', value: 210 },
      { box: '5g', kind: 'amount', value: 4_200_000 },
    ]),
  )
  const file = await system.service.storage.get(taxFileKey(accountId, document?.fileSha256 ?? ''))
  expect(file?.subarray(0, 5).toString()).toBe('%PDF-')

  const correct = { documentId: document?.id }
  expect(rejected(await act('CorrectTaxDocument', correct)).code).toBe('INVALID_TRANSITION')
  await post(10_000, 1)
  accepted(await act('CorrectTaxDocument', correct))
  expect((await profileNow()).documents).toMatchObject([
    { corrects: null },
    { corrects: document?.id, form: '1099-K', year: 2025 },
  ])
  const reported = document?.vaultRef
  accepted(await send('SubmitTaxForm', w9('13-1234822')))
  await system.service.pool.query(`update app.vault set created_at = created_at - interval '1 hour'`)
  await system.service.numberSweep.sweep()
  expect((await inVault()).map(({ id }) => id)).toContain(reported)
})

const FILING = '1099-K-2025'
const makeFile = (commandId = newId()) =>
  system.service.handle(
    command('MakeTaxFile', { ...finance, provedAt: Date.now() }, {}, { id: FILING, commandId }),
  )
const filesNow = async () => (await system.service.handler.view(taxFilingFold, FILING, 0)).state.files
const download = async (fileId: string | undefined) => {
  const raw = {
    principal: { ...finance, provedAt: Date.now() },
    params: { id: FILING },
    body: async () => ({ fileId }),
    enter: () => undefined,
  }
  const answer = await taxFileRoute(system.service).run(raw as unknown as RawRequest)
  if (answer instanceof AppProblem || !('stream' in answer)) throw new Error('no file')
  const pieces: string[] = []
  const response = { write: (piece: string) => pieces.push(piece) }
  await answer.stream(response as never, new AbortController().signal)
  return pieces.join('')
}

test('a document goes into a file once, with the whole number, which is written again for each download', async () => {
  const withoutProof = await system.service.handle(command('MakeTaxFile', finance, {}, { id: FILING }))
  expect(rejected(withoutProof).code).toBe('STEP_UP_REQUIRED')
  const commandId = newId()
  await waitUntil(async () => (await makeFile(commandId)).kind !== 'rejected')
  const [original, corrected] = (await profileNow()).documents
  const [file] = await filesNow()
  expect(file).toMatchObject({
    kind: 'new',
    documents: [{ hostAccountId: accountId, documentId: corrected?.id, corrects: null }],
    totals: [{ currency: 'USD', grossMinor: 4_210_000 }],
    leftOut: [],
  })
  expect(rejected(await makeFile()).facts).toMatchObject({ unmet: [{ code: 'NOTHING_TO_FILE' }] })
  const content = await download(file?.fileId)
  expect(content).toContain('"131234821"')
  expect(content).toContain('"42100.00"')
  expect(await download(file?.fileId)).toBe(content)
  const { rows } = await system.service.pool.query<{ record_ids: string[]; host_account_id: string }>(
    `select host_account_id, record_ids from app.staff_look where resource = 'tax-filings/download'`,
  )
  expect(rows).toHaveLength(2)
  expect(rows[0]).toEqual({ host_account_id: accountId, record_ids: [corrected?.id] })
  expect(original?.id).not.toBe(corrected?.id)

  accepted(await act('CorrectTaxDocument', { documentId: corrected?.id }))
  accepted(await makeFile())
  const [, second] = await filesNow()
  const third = (await profileNow()).documents.at(-1)
  expect(second).toMatchObject({
    kind: 'corrections',
    documents: [{ documentId: third?.id, corrects: corrected?.id }],
  })
  const correction = await download(second?.fileId)
  expect(correction).toContain('"131234822"')
  expect(correction).toContain(formatAccountNumber(corrected?.id ?? ''))
  expect(await download(file?.fileId)).toBe(content)
})

test('no number of a file is anywhere but in the vault, and a file without its numbers isn’t sent', async () => {
  const events: unknown[] = []
  for await (const { data, metadata } of system.service.store.read(`taxFiling-${FILING}`))
    events.push(Buffer.isBuffer(data) ? data.toString() : data, metadata)
  const { rows } = await system.service.pool.query<{ all: string }>(
    `select string_agg(row_to_json(o)::text, '') as all from app.outbox o`,
  )
  expect(JSON.stringify([events, rows, system.service.lines])).not.toMatch(/13-?123482[12]/)
  const [file] = await filesNow()
  await system.service.vault.removeOf(accountId, [accountId])
  await expect(download(file?.fileId)).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
})
