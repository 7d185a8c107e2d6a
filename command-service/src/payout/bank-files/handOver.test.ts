import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { addMinutes } from '@hearth/contracts/kernel/dates'
import { deriveId } from '@hearth/contracts/kernel/ids'
import { formatAttemptKey, type PayoutEvent } from '@hearth/contracts/payout'
import { silentLog } from '@hearth/platform/testing/log'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import type { Outcome } from '../../runtime/outcome.ts'
import { GATEWAY, stateAfter } from '../../testing/given.ts'
import { payout } from '../payout.decider.ts'
import { createSending } from '../sending.ts'
import { formatEndToEndId, writePaymentFile } from '../sepa.ts'
import { createSepaFiles } from '../sepaFiles.ts'
import { localDisk, type Disk } from './disk.ts'
import { createHandOver } from './handOver.ts'

const ID = deriveId('test', 'payout')
const NAME = formatEndToEndId(formatAttemptKey(ID, 1))
const BEGAN = '2026-07-13T09:00:00.000Z'
const METHOD = {
  methodId: deriveId('test', 'method'),
  type: 'sepa',
  currency: 'EUR',
  last4: '3000',
  vaultRef: 'v',
} as const
const SCHEDULED: PayoutEvent = {
  type: 'PayoutScheduled',
  data: {
    payoutId: ID,
    code: 'PO-1',
    hostAccountId: deriveId('test', 'account'),
    currency: 'EUR',
    amountMinor: 81_640,
    methodId: METHOD.methodId,
    listingIds: [null],
    entryIds: [deriveId('test', 'entry')],
    scheduledFor: BEGAN,
  },
}
const debtor = { name: 'Hearth GmbH', iban: 'NL91ABNA0417164300', bic: 'ABNANL2A' }
const payee = { holderName: 'Casa Sol', bank: { type: 'sepa', iban: 'DE89370400440532013000' } } as const
const root = mkdtempSync(join(tmpdir(), 'hearth-hand-over-'))
afterAll(() => rmSync(root, { recursive: true }))
let worlds = 0

/** One life of the process: its steps are counted, and it dies before, within or after one of them. */
type Life = Readonly<{ dieAt: number; when: 'before' | 'within' | 'after'; fetches: readonly boolean[] }>
const SURVIVES: Life = { dieAt: -1, when: 'before', fetches: [true] }

/** A payout, its events and a directory that the bank empties; lives follow each other on them. */
const createWorld = () => {
  worlds += 1
  const directory = join(root, String(worlds))
  const fetched: string[] = []
  const events: PayoutEvent[] = [SCHEDULED]
  let time = BEGAN
  const fetch = () => {
    mkdirSync(join(directory, 'fetched'), { recursive: true })
    mkdirSync(join(directory, 'out'), { recursive: true })
    for (const name of readdirSync(join(directory, 'out'))) {
      fetched.push(name)
      renameSync(join(directory, 'out', name), join(directory, 'fetched', `${fetched.length}-${name}`))
    }
  }

  /** Answers the steps that were taken. */
  const live = async (life: Life, advances: number): Promise<readonly string[]> => {
    const steps: string[] = []
    let dead = false
    const die = () => {
      dead = true
      throw new Error('killed')
    }
    const step = async <T>(
      name: string,
      work: () => T | Promise<T>,
      half?: () => Promise<void>,
    ): Promise<T> => {
      if (dead) die()
      const n = steps.push(name) - 1
      if (life.fetches[n % life.fetches.length] === true) fetch()
      if (n === life.dieAt && life.when !== 'after') {
        if (life.when === 'within') await half?.()
        die()
      }
      const result = await work()
      return n === life.dieAt ? die() : result
    }
    // Nothing here loses power, so that syncing would only take time.
    const disk: Disk = {
      ensureDirectory: (path) => step('ensure', () => localDisk.ensureDirectory(path)),
      write: (path, text) =>
        step(
          'write',
          () => writeFileSync(path, text),
          async () => writeFileSync(path, text.slice(0, text.length / 2)),
        ),
      move: (from, to) => step(`move to ${basename(dirname(to))}`, () => renameSync(from, to)),
      read: (path) => step('read', () => localDisk.read(path)),
    }
    const handle = ({
      type,
      data,
      commandId,
    }: Readonly<{ type: string; data: unknown; commandId: string }>) =>
      step(type, (): Outcome => {
        const decision = payout.decide[type as 'SubmitPayout'](
          data as never,
          stateAfter(
            payout,
            events.map((event) => ({ ...event, at: BEGAN })),
          ) as never,
          {
            now: time,
            recordedAt: time,
            actor: GATEWAY,
            tenantId: 't',
            id: ID,
            targetId: ID,
            commandId,
            idFor: (label) => deriveId(label),
            facts: {
              destination: { kind: 'method', method: METHOD },
              provenMethod: true,
              entriesAssigned: true,
            },
          },
        )
        if (!decision.ok) return { kind: 'rejected', ...decision }
        events.push(...decision.events)
        const at = { stream: `payout-${ID}`, tenantId: 't', revision: 0n, commit: 0n }
        return { kind: 'accepted', id: ID, ...at, events: decision.events.map((event) => event.type) }
      })
    const sending = createSending({
      handler: {
        handle,
        view: async () =>
          ({
            state: stateAfter(
              payout,
              events.map((event) => ({ ...event, at: BEGAN })),
            ),
          }) as never,
      },
      provider: createSepaFiles({ directory, debtor, now: () => time, disk }),
      readPayee: async () => payee,
      onLookUp: () => step('note', () => undefined),
      now: () => time,
      log: silentLog,
    })
    for (let n = 0; n < advances && !dead; n += 1) {
      time = addMinutes(time, 16)
      await sending.advance(ID).catch((error: unknown) => {
        if (!dead) throw error
      })
    }
    return steps
  }
  return { directory, fetched, events, fetch, live, readTypes: () => events.map(({ type }) => type) }
}

/** One file of the attempt went to the bank, or none and a person decides. */
const expectOneEffect = ({
  directory,
  fetched,
  events,
  fetch,
  readTypes,
}: ReturnType<typeof createWorld>) => {
  fetch()
  const held = events.find((event) => event.type === 'PayoutHeld')
  if (held === undefined) {
    expect(fetched).toEqual([`${NAME}.xml`])
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
      attemptKey: formatAttemptKey(ID, 1),
      amountMinor: 81_640,
      currency: 'EUR',
      payee,
    } as const
    mkdirSync(join(world.directory, 'out'), { recursive: true })
    writeFileSync(
      join(world.directory, 'out', `${NAME}.xml`),
      writePaymentFile([order], debtor, { messageId: NAME, createdAt: BEGAN, executeOn: '2026-07-13' }),
    )
    const files = createSepaFiles({ directory: world.directory, debtor, now: () => BEGAN })
    expect(await files.lookUp(order.attemptKey, 'sepa')).toMatchObject({
      kind: 'found',
      report: { result: 'accepted', amountMinor: 81_640, currency: 'EUR' },
    })
    expect(await files.pay(order)).toMatchObject({ kind: 'accepted' })
    expect(readdirSync(join(world.directory, 'out'))).toEqual([`${NAME}.xml`])
  })

  it('that cannot be written has provably not been handed over', async () => {
    const { directory } = createWorld()
    const full: Disk = { ...localDisk, write: () => Promise.reject(new Error('ENOSPC')) }
    const order = {
      attemptKey: formatAttemptKey(ID, 1),
      amountMinor: 81_640,
      currency: 'EUR',
      payee,
    } as const
    const files = createSepaFiles({ directory, debtor, now: () => BEGAN, disk: full })
    expect(await files.pay(order)).toEqual({ kind: 'failed', code: 'provider_down' })
    expect(
      await files.sendMicroDeposits({ key: ID, currency: 'EUR', amountsMinor: [11, 12], payee }),
    ).toMatchObject({ kind: 'unknown' })
    const slow = createHandOver({ directory, disk: localDisk, deadlineMs: -1 })
    await expect(slow.handOver(NAME, '<Document/>')).rejects.toThrow('cannot be written')
    expect(readdirSync(join(directory, 'out'))).toEqual([])
  })

  it('of a deposit is not written again after the bank fetched it', async () => {
    const world = createWorld()
    const deposits = { key: ID, currency: 'EUR', amountsMinor: [11, 12], payee } as const
    const files = createSepaFiles({ directory: world.directory, debtor, now: () => BEGAN })
    expect(await files.sendMicroDeposits(deposits)).toEqual({ kind: 'sent' })
    world.fetch()
    expect(await files.sendMicroDeposits(deposits)).toEqual({ kind: 'sent' })
    world.fetch()
    expect(world.fetched).toHaveLength(2)
  })

  it('leaves a record without a name or a number', async () => {
    const world = createWorld()
    await world.live(SURVIVES, 1)
    expect(readdirSync(join(world.directory, 'drafts'))).toEqual([])
    expect(readFileSync(join(world.directory, 'sent', `${NAME}.json`), 'utf8')).toBe(
      '{"amountMinor":81640,"currency":"EUR"}',
    )
  })
})
