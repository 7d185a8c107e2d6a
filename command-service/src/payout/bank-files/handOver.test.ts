import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatAttemptKey } from '@hearth/contracts/payout'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import {
  BEGAN,
  createMortalWorld,
  DEBTOR,
  PAYEE,
  PAYOUT_ID,
  PAYMENT_FILE,
  SURVIVES,
  type MortalWorld,
} from '../../testing/mortalWorld.ts'
import { writePaymentFile } from '../sepa.ts'
import { createSepaFiles } from '../sepaFiles.ts'
import { localDisk, type Disk } from './disk.ts'
import { createHandOver } from './handOver.ts'

const root = mkdtempSync(join(tmpdir(), 'hearth-hand-over-'))
afterAll(() => rmSync(root, { recursive: true }))
let worlds = 0
const createWorld = (): MortalWorld => {
  worlds += 1
  return createMortalWorld(join(root, String(worlds)))
}

/** One file of the attempt went to the bank, or none and a person decides. */
const expectOneEffect = ({ directory, fetched, events, fetch, readTypes }: MortalWorld) => {
  fetch()
  const held = events.find((event) => event.type === 'PayoutHeld')
  if (held === undefined) {
    expect(fetched).toEqual([`${PAYMENT_FILE}.xml`])
    const [file = ''] = readdirSync(join(directory, 'fetched'))
    expect(readFileSync(join(directory, 'fetched', file), 'utf8')).toContain('</Document>')
    expect(readTypes()).toEqual(['PayoutScheduled', 'PayoutSubmitting', 'PayoutSubmitted'])
  } else {
    expect(fetched).toEqual([])
    expect(held.data).toMatchObject({ reason: 'outcome_unknown' })
  }
}

describe('a payment file', () => {
  it('appears once at the bank wherever the process dies, or is held for a person', async () => {
    const steps = await createWorld().live(SURVIVES, 1)
    const drafted = steps.indexOf('move to drafts')
    expect(steps.slice(drafted)).toEqual([
      'move to drafts',
      'ensure',
      'ensure',
      'ensure',
      'write',
      'move to sent',
      'move to out',
      'RecordProviderReport',
    ])
    for (const fetches of [[true], [false]])
      for (const when of ['before', 'within', 'after'] as const)
        for (let dieAt = 0; dieAt < steps.length; dieAt += 1) {
          const world = createWorld()
          await world.live({ dieAt, when, fetches }, 1)
          await world.live({ ...SURVIVES, fetches }, 4)
          expectOneEffect(world)
          // Only between the lock of the attempt and its draft is nothing known.
          const isKnown = dieAt > drafted || (dieAt === drafted && when === 'after')
          if (isKnown) expect(world.readTypes()).not.toContain('PayoutHeld')
        }
  })

  it('appears once through any number of deaths', async () => {
    const life = fc.record({
      dieAt: fc.integer({ min: 0, max: 16 }),
      when: fc.constantFrom('before', 'within', 'after'),
      fetches: fc.array(fc.boolean(), { minLength: 1, maxLength: 6 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(life, { minLength: 1, maxLength: 5 }), async (lives) => {
        const world = createWorld()
        for (const one of lives) await world.live(one, 2)
        await world.live(SURVIVES, 4)
        expectOneEffect(world)
        rmSync(world.directory, { recursive: true })
      }),
      { numRuns: 100 },
    )
  })

  it('that the bank fetched is asked about for weeks without effect', async () => {
    const world = createWorld()
    await world.live(SURVIVES, 500)
    expectOneEffect(world)
    rmSync(join(world.directory, 'sent'), { recursive: true })
    await world.live(SURVIVES, 10)
    expectOneEffect(world)
    expect(world.readTypes()).toEqual(['PayoutScheduled', 'PayoutSubmitting', 'PayoutSubmitted'])
  })

  it('of which there is no record is held with the statements to check, and until when', async () => {
    const world = createWorld()
    await world.live({ dieAt: 0, when: 'after', fetches: [true] }, 1)
    expect(world.readTypes()).toEqual(['PayoutScheduled', 'PayoutSubmitting'])
    await world.live(SURVIVES, 3)
    const held = world.events.at(-1)
    expect(held).toMatchObject({ type: 'PayoutHeld', data: { reason: 'outcome_unknown' } })
    const { explanation } = held?.type === 'PayoutHeld' ? held.data : { explanation: '' }
    expect(explanation).toContain('from 2026-07-13 to 2026-07-27')
    expect(explanation).toContain('Cancel only when the statement of 2026-07-27 has arrived')
  })

  it('of a version without records counts as handed over while it is in out/', async () => {
    const world = createWorld()
    const order = {
      attemptKey: formatAttemptKey(PAYOUT_ID, 1),
      amountMinor: 81_640,
      currency: 'EUR',
      payee: PAYEE,
    } as const
    mkdirSync(join(world.directory, 'out'), { recursive: true })
    writeFileSync(
      join(world.directory, 'out', `${PAYMENT_FILE}.xml`),
      writePaymentFile([order], DEBTOR, {
        messageId: PAYMENT_FILE,
        createdAt: BEGAN,
        executeOn: '2026-07-13',
      }),
    )
    const files = createSepaFiles({ directory: world.directory, debtor: DEBTOR, now: () => BEGAN })
    expect(await files.lookUp(order.attemptKey, 'sepa')).toMatchObject({
      kind: 'found',
      report: { result: 'accepted', amountMinor: 81_640, currency: 'EUR' },
    })
    expect(await files.pay(order)).toMatchObject({ kind: 'accepted' })
    expect(readdirSync(join(world.directory, 'out'))).toEqual([`${PAYMENT_FILE}.xml`])
  })

  it('that cannot be written has provably not been handed over', async () => {
    const { directory } = createWorld()
    const full: Disk = { ...localDisk, write: () => Promise.reject(new Error('ENOSPC')) }
    const order = {
      attemptKey: formatAttemptKey(PAYOUT_ID, 1),
      amountMinor: 81_640,
      currency: 'EUR',
      payee: PAYEE,
    } as const
    const files = createSepaFiles({ directory, debtor: DEBTOR, now: () => BEGAN, disk: full })
    expect(await files.pay(order)).toEqual({ kind: 'failed', code: 'provider_down' })
    expect(
      await files.sendMicroDeposits({
        key: PAYOUT_ID,
        currency: 'EUR',
        amountsMinor: [11, 12],
        payee: PAYEE,
      }),
    ).toMatchObject({ kind: 'unknown' })
    const slow = createHandOver({ directory, disk: localDisk, deadlineMs: -1 })
    await expect(slow.handOver(PAYMENT_FILE, '<Document/>')).rejects.toThrow('cannot be written')
    expect(readdirSync(join(directory, 'out'))).toEqual([])
  })

  it('of a deposit is not written again after the bank fetched it', async () => {
    const world = createWorld()
    const deposits = { key: PAYOUT_ID, currency: 'EUR', amountsMinor: [11, 12], payee: PAYEE } as const
    const files = createSepaFiles({ directory: world.directory, debtor: DEBTOR, now: () => BEGAN })
    expect(await files.sendMicroDeposits(deposits)).toEqual({ kind: 'sent' })
    world.fetch()
    expect(await files.sendMicroDeposits(deposits)).toEqual({ kind: 'sent' })
    world.fetch()
    expect(world.fetched).toHaveLength(2)
  })

  it('is handed over once by two processes, wherever the second one catches up with the first', async () => {
    const order = {
      attemptKey: formatAttemptKey(PAYOUT_ID, 1),
      amountMinor: 11,
      currency: 'EUR',
      payee: PAYEE,
    } as const
    const xml = writePaymentFile([order], DEBTOR, {
      messageId: PAYMENT_FILE,
      createdAt: BEGAN,
      executeOn: '2026-07-13',
    })
    /** One process stops before a step; another does everything, and the bank fetches; then it goes on. */
    const race = async (stopAt: number): Promise<number> => {
      const world = createWorld()
      const { directory } = world
      const other = createHandOver({ directory, disk: localDisk, deadlineMs: 60_000 })
      let steps = 0
      const before = async <T>(work: () => Promise<T>): Promise<T> => {
        steps += 1
        if (steps === stopAt) {
          await other.handOver(PAYMENT_FILE, xml)
          world.fetch()
        }
        return work()
      }
      const disk: Disk = {
        ensureDirectory: (path) => before(() => localDisk.ensureDirectory(path)),
        write: (path, content) => before(() => localDisk.write(path, content)),
        move: (from, to) => before(() => localDisk.move(from, to)),
        moveFirst: (from, to) => before(() => localDisk.moveFirst(from, to)),
        read: (path) => before(() => localDisk.read(path)),
        list: (path) => before(() => localDisk.list(path)),
        remove: (path) => before(() => localDisk.remove(path)),
      }
      await createHandOver({ directory, disk, deadlineMs: 60_000 }).handOver(PAYMENT_FILE, xml)
      await other.resume(PAYMENT_FILE)
      world.fetch()
      expect([stopAt, world.fetched]).toEqual([stopAt, [`${PAYMENT_FILE}.xml`]])
      expect(readdirSync(join(directory, 'drafts'))).toEqual([])
      return steps
    }
    const steps = await race(0)
    expect(steps).toBeGreaterThan(8)
    for (let stopAt = 1; stopAt <= steps; stopAt += 1) await race(stopAt)
  })

  it('of a version with one draft for each name is handed over once', async () => {
    for (const recorded of [true, false]) {
      const world = createWorld()
      const { directory } = world
      for (const name of ['drafts', 'sent']) mkdirSync(join(directory, name), { recursive: true })
      const order = { attemptKey: formatAttemptKey(PAYOUT_ID, 1), amountMinor: 11, currency: 'EUR' } as const
      writeFileSync(
        join(directory, 'drafts', `${PAYMENT_FILE}.xml`),
        writePaymentFile([{ ...order, payee: PAYEE }], DEBTOR, {
          messageId: PAYMENT_FILE,
          createdAt: BEGAN,
          executeOn: '2026-07-13',
        }),
      )
      if (recorded)
        writeFileSync(join(directory, 'sent', `${PAYMENT_FILE}.json`), '{"amountMinor":11,"currency":"EUR"}')
      const files = createHandOver({ directory, disk: localDisk, deadlineMs: 60_000 })
      for (let n = 0; n < 2; n += 1) {
        expect(await files.resume(PAYMENT_FILE)).toEqual({
          stage: 'handed_over',
          order: { amountMinor: 11, currency: 'EUR' },
        })
        world.fetch()
      }
      expect(world.fetched).toEqual([`${PAYMENT_FILE}.xml`])
    }
  })

  it('leaves a record without a name or a number', async () => {
    const world = createWorld()
    await world.live(SURVIVES, 1)
    expect(readdirSync(join(world.directory, 'drafts'))).toEqual([])
    const record = readFileSync(join(world.directory, 'sent', `${PAYMENT_FILE}.json`), 'utf8')
    expect(JSON.parse(record)).toEqual({
      amountMinor: 81_640,
      currency: 'EUR',
      draft: expect.stringMatching(new RegExp(`^${PAYMENT_FILE}\\.[0-9a-f-]{36}$`)),
    })
  })
})
