import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BankLineEvent } from '@hearth/contracts/bank-line'
import { deriveId } from '@hearth/contracts/kernel/ids'
import { formatAttemptKey, type PayoutEvent } from '@hearth/contracts/payout'
import { silentLog } from '@hearth/platform/testing/log'
import type { Log } from '@hearth/platform/telemetry/log'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notFound } from '../../runtime/outcome.ts'
import {
  BEGAN,
  beginLife,
  createMortalHandler,
  createMortalWorld,
  DEBTOR,
  PAYEE,
  PAYMENT_FILE,
  PAYOUT_ID,
  SURVIVES,
  type Step,
} from '../../testing/mortalWorld.ts'
import { createSending } from '../sending.ts'
import { createSepaFiles } from '../sepaFiles.ts'
import { formatEndToEndId } from '../sepa.ts'
import { createLineCommands } from './bookLine.ts'
import { bookMessage, type BookingPorts } from './bookMessage.ts'
import { createInbox } from './inbox.ts'
import { createLineHandler, createTables } from './testing/bookingTables.ts'
import { alive, createPausing, interrupt } from './testing/twoProcesses.ts'

const root = mkdtempSync(join(tmpdir(), 'hearth-statements-'))
afterAll(() => rmSync(root, { recursive: true }))
let worlds = 0
/** What the payout has done until it was submitted. */
let submitted: readonly PayoutEvent[] = []
beforeAll(async () => {
  const payments = createMortalWorld(join(root, 'payments'))
  await payments.live(SURVIVES, 1)
  submitted = payments.events
})

const UNKNOWN = formatAttemptKey(deriveId('test', 'unknown payout'), 1)
const DEPOSIT = {
  attemptKey: formatAttemptKey(deriveId('test', 'deposits'), 1),
  amountMinor: 11,
  currency: 'EUR',
} as const
const entry = (direction: string, details: string, amount = '816.40') =>
  `<Ntry><NtryRef>7</NtryRef><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>` +
  '<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-07-14</Dt></BookgDt>' +
  `<NtryDtls><TxDtls>${details}</TxDtls></NtryDtls></Ntry>`
const refs = (id: string) => `<Refs><EndToEndId>${id}</EndToEndId></Refs>`
const RENT = entry('DBIT', '<RmtInf><Ustrd>Rent</Ustrd></RmtInf>')
const statement = (createdAt: string, entries: string) =>
  '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>' +
  `<Id>S-1</Id><CreDtTm>${createdAt}</CreDtTm>${entries}</Stmt></BkToCstmrStmt></Document>`
const OURS =
  entry('DBIT', refs(PAYMENT_FILE)) +
  entry('CRDT', `${refs(PAYMENT_FILE)}<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>`) +
  entry('DBIT', refs(formatEndToEndId(DEPOSIT.attemptKey)), '0.11')
/**
 * A payout that was paid and came back, a deposit, a transfer of no payout, and two equal lines that are not
 * ours.
 */
const STATEMENT = statement(
  '2026-07-15T04:00:00',
  `${OURS}${entry('DBIT', refs(formatEndToEndId(UNKNOWN)))}${RENT}${RENT}`,
)
/** The transfer of no payout and one of the equal lines were wrong, and one was missing. */
const CORRECTION = statement(
  '2026-07-15T05:00:00',
  `${OURS}${RENT}${entry('DBIT', '<RmtInf><Ustrd>Fee</Ustrd></RmtInf>', '2.50')}`,
)

/** A submitted payout, and a statement about it in the bank's directory. */
const createWorld = () => {
  worlds += 1
  const directory = join(root, String(worlds))
  const events = [...submitted]
  mkdirSync(join(directory, 'in'), { recursive: true })
  writeFileSync(join(directory, 'in', 's-1.xml'), STATEMENT)
  const tables = createTables()
  const lineEvents = new Map<string, BankLineEvent[]>()
  const errors: unknown[] = []
  const log: Log = { ...silentLog, error: (what: unknown) => void errors.push(what) }

  /** One process reads what the bank has left. */
  const read = async (step: Step): Promise<void> => {
    const now = () => BEGAN
    const sending = createSending({
      handler: createMortalHandler(events, step, now),
      provider: createSepaFiles({ directory, debtor: DEBTOR, now }),
      readPayee: async () => PAYEE,
      onLookUp: async () => undefined,
      now,
      log,
    })
    const ports: BookingPorts = {
      ...sending,
      ...createLineCommands({ handler: createLineHandler(lineEvents, step) }),
      ...tables.ports(step),
      costs: { find: () => step('find deposits', () => [DEPOSIT]) },
      record: (payoutId, report, eventId) =>
        payoutId === PAYOUT_ID ? sending.record(payoutId, report, eventId) : step('refuse', notFound),
    }
    const book = (xml: string, file: string) => bookMessage(xml, file, ports)
    await createInbox({ directory, book, log }).read()
  }
  /** The bank leaves the correction of the statement under this name. */
  const correct = (name: string): void => writeFileSync(join(directory, 'in', name), CORRECTION)
  const listVisible = () =>
    [...lineEvents].filter(([, happened]) => happened.at(-1)?.type === 'BankLineFound').map(([id]) => id)
  const expectTaken = (
    name: string,
    expected: Readonly<{ movements: number; lines: number; files: readonly string[] }>,
  ): void => {
    expect([name, ...events.map(({ type }) => type)]).toEqual([
      name,
      'PayoutScheduled',
      'PayoutSubmitting',
      'PayoutSubmitted',
      'PayoutPaid',
      'PayoutReturned',
    ])
    const { movements, documents, lines } = tables
    expect([name, movements.length, ...documents.keys()]).toEqual([
      name,
      expected.movements,
      expect.any(String),
    ])
    expect([name, lines.size]).toEqual([name, expected.lines])
    expect([name, ...listVisible().toSorted()]).toEqual([name, ...[...lines.keys()].toSorted()])
    expect([name, ...readdirSync(join(directory, 'in'))]).toEqual([name])
    expect(readdirSync(join(directory, 'read')).toSorted()).toEqual(expected.files)
    rmSync(directory, { recursive: true })
  }
  const expectTakenOnce = (name: string): void => {
    expectTaken(name, { movements: 4, lines: 3, files: ['s-1.xml'] })
    for (const happened of lineEvents.values())
      expect([name, ...happened.map(({ type }) => type)]).toEqual([name, 'BankLineFound'])
  }
  /** Visible are the lines of the correction, and only these: the fee and one rent. */
  const expectCorrected = (name: string, correction: string): void =>
    expectTaken(name, { movements: 3, lines: 2, files: [correction, 's-1.xml'].toSorted() })
  return { read, correct, expectTakenOnce, expectCorrected, errors }
}

const listSteps = async (): Promise<readonly string[]> => {
  const { steps, step } = beginLife({ ...SURVIVES, fetches: [false] }, () => undefined)
  await createWorld().read(step)
  return steps
}

describe('a statement', () => {
  it('is taken once wherever the process dies while reading it', async () => {
    const steps = await listSteps()
    expect(steps).toEqual([
      'ask for the turn',
      'read attached lines',
      'keep the document',
      'find deposits',
      'RecordProviderReport',
      'RecordProviderReport',
      'refuse',
      'note the lines',
      'RecordBankLine',
      'RecordBankLine',
      'RecordBankLine',
      'list lines that are gone',
      'forget lines that are gone',
    ])
    for (const when of ['before', 'after'] as const)
      for (let dieAt = 0; dieAt < steps.length; dieAt += 1) {
        const world = createWorld()
        const { step, isDead } = beginLife({ dieAt, when, fetches: [false] }, () => undefined)
        await world.read(step)
        expect(isDead()).toBe(true)
        await world.read(alive)
        world.expectTakenOnce(`dies ${when} step ${dieAt}`)
      }
  })

  it('is taken once by two processes, wherever the second one catches up with the first', async () => {
    const steps = await listSteps()
    for (let stopAt = 0; stopAt < steps.length; stopAt += 1) {
      const world = createWorld()
      await world.read(interrupt(stopAt, () => world.read(alive)))
      // The first one finds that the file is gone, which is no problem of the file.
      expect([stopAt, world.errors]).toEqual([stopAt, []])
      world.expectTakenOnce(`caught up at step ${stopAt}`)
    }
  })

  it('is taken once when the second process dies at any step while the first one waits at any', async () => {
    const steps = await listSteps()
    for (let stopAt = 0; stopAt < steps.length; stopAt += 1)
      for (let dieAt = 0; dieAt < steps.length; dieAt += 1) {
        const world = createWorld()
        const { step, isDead } = beginLife({ dieAt, when: 'after', fetches: [false] }, () => undefined)
        await world.read(interrupt(stopAt, () => world.read(step)))
        world.expectTakenOnce(`waits at step ${stopAt}, the other dies after step ${dieAt}`)
        // It had no further step.
        if (!isDead()) break
      }
  })

  it('leaves the lines of its correction, wherever another process reads both and pauses', async () => {
    const steps = await listSteps()
    const longest = 2 * steps.length
    for (let stopAt = 0; stopAt < steps.length; stopAt += 1)
      for (let pauseAt = 0; pauseAt <= longest; pauseAt += 1) {
        const world = createWorld()
        const other = createPausing(pauseAt)
        let reading: Promise<void> | undefined
        const arrive = async () => {
          world.correct('s-2.xml')
          reading = world.read(other.step)
          await Promise.race([other.paused, reading])
        }
        await world.read(interrupt(stopAt, arrive))
        other.resume()
        await reading
        // What one of them left because it was the other’s turn is read in the next round.
        await world.read(alive)
        expect([stopAt, pauseAt, world.errors]).toEqual([stopAt, pauseAt, []])
        world.expectCorrected(`waits at step ${stopAt}, the other pauses at step ${pauseAt}`, 's-2.xml')
        // It had no further step.
        if (!other.hasPaused()) break
      }
  })

  it('leaves the lines of its correction, which is read first after the process died', async () => {
    const steps = await listSteps()
    for (const when of ['before', 'after'] as const)
      for (let dieAt = 0; dieAt < steps.length; dieAt += 1) {
        const world = createWorld()
        const { step } = beginLife({ dieAt, when, fetches: [false] }, () => undefined)
        await world.read(step)
        world.correct('c-1.xml')
        await world.read(alive)
        world.expectCorrected(`dies ${when} step ${dieAt}`, 'c-1.xml')
      }
  })
})
