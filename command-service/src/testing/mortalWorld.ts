import { mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { addMinutes } from '@hearth/contracts/kernel/dates'
import { deriveId } from '@hearth/contracts/kernel/ids'
import { formatAttemptKey, type PayoutEvent } from '@hearth/contracts/payout'
import { silentLog } from '@hearth/platform/testing/log'
import { localDisk, type Disk } from '../payout/bank-files/disk.ts'
import { payout } from '../payout/payout.decider.ts'
import { createSending, type SendingOptions } from '../payout/sending.ts'
import { formatEndToEndId } from '../payout/sepa.ts'
import { createSepaFiles } from '../payout/sepaFiles.ts'
import type { Outcome } from '../runtime/outcome.ts'
import { SCHEDULER, stateAfter } from './given.ts'

export const PAYOUT_ID = deriveId('test', 'payout')
export const PAYMENT_FILE = formatEndToEndId(formatAttemptKey(PAYOUT_ID, 1))
export const BEGAN = '2026-07-13T09:00:00.000Z'
export const DEBTOR = { name: 'Hearth GmbH', iban: 'NL91ABNA0417164300', bic: 'ABNANL2A' }
export const PAYEE = {
  holderName: 'Casa Sol',
  bank: { type: 'sepa', iban: 'DE89370400440532013000' },
} as const
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
    payoutId: PAYOUT_ID,
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

/**
 * One life of a process: its steps are counted, and it dies before, within or after one of them. Before each
 * step the bank empties `out/` or does not.
 */
export type Life = Readonly<{
  dieAt: number
  when: 'before' | 'within' | 'after'
  fetches: readonly boolean[]
}>
export const SURVIVES: Life = { dieAt: -1, when: 'before', fetches: [true] }

export type Step = <T>(name: string, work: () => T | Promise<T>, half?: () => void) => Promise<T>

export const beginLife = ({ dieAt, when, fetches }: Life, fetch: () => void) => {
  const steps: string[] = []
  let dead = false
  const die = () => {
    dead = true
    throw new Error('killed')
  }
  const step: Step = async (name, work, half) => {
    if (dead) die()
    const n = steps.push(name) - 1
    if (fetches[n % fetches.length] === true) fetch()
    if (n === dieAt && when !== 'after') {
      if (when === 'within') half?.()
      die()
    }
    const result = await work()
    return n === dieAt ? die() : result
  }
  return { steps, step, isDead: () => dead }
}

/** Nothing here loses power, so that syncing would only take time. */
const createMortalDisk = (step: Step): Disk => ({
  ensureDirectory: (path) => step('ensure', () => localDisk.ensureDirectory(path)),
  write: (path, content) =>
    step(
      'write',
      () => writeFileSync(path, content),
      () => writeFileSync(path, content.slice(0, content.length / 2)),
    ),
  move: (from, to) => step(`move to ${basename(dirname(to))}`, () => renameSync(from, to)),
  moveFirst: (from, to) => step(`move to ${basename(dirname(to))}`, () => localDisk.moveFirst(from, to)),
  read: (path) => step('read', () => localDisk.read(path)),
  list: (directory) => step('list', () => localDisk.list(directory)),
  remove: (path) => step('remove', () => localDisk.remove(path)),
})

/** Decides a payout's commands on these events; appending is a step like any other. */
export const createMortalHandler = (
  events: PayoutEvent[],
  step: Step,
  now: () => string,
): SendingOptions['handler'] => {
  const readState = () =>
    stateAfter(
      payout,
      events.map((event) => ({ ...event, at: BEGAN })),
    )
  return {
    handle: ({ type, data, commandId }) =>
      step(type, (): Outcome => {
        const decision = payout.decide[type as 'SubmitPayout'](data as never, readState() as never, {
          now: now(),
          recordedAt: now(),
          actor: SCHEDULER,
          tenantId: 't',
          id: PAYOUT_ID,
          targetId: PAYOUT_ID,
          commandId,
          idFor: (label) => deriveId(label),
          facts: {
            destination: { kind: 'method', method: METHOD },
            provenMethod: true,
            entriesAssigned: true,
          },
        })
        if (!decision.ok) return { kind: 'rejected', ...decision }
        events.push(...decision.events)
        const at = { stream: `payout-${PAYOUT_ID}`, tenantId: 't', revision: 0n, commit: 0n }
        return { kind: 'accepted', id: PAYOUT_ID, ...at, events: decision.events.map((event) => event.type) }
      }),
    view: async () => ({ state: readState() }) as never,
  }
}

/** Moves what lies in `out/` away, as a bank does, and notes its names. */
const createFetch = (directory: string, fetched: string[]) => (): void => {
  mkdirSync(join(directory, 'fetched'), { recursive: true })
  mkdirSync(join(directory, 'out'), { recursive: true })
  for (const name of readdirSync(join(directory, 'out'))) {
    fetched.push(name)
    renameSync(join(directory, 'out', name), join(directory, 'fetched', `${fetched.length}-${name}`))
  }
}

/**
 * One payout, its events, and a directory that a bank empties. Processes live on them one after the other, and
 * each takes the payout as far as it can.
 */
export const createMortalWorld = (directory: string) => {
  const fetched: string[] = []
  const events: PayoutEvent[] = [SCHEDULED]
  let time = BEGAN
  const fetch = createFetch(directory, fetched)

  /** Answers the steps that were taken. */
  const live = async (life: Life, advances: number): Promise<readonly string[]> => {
    const { steps, step, isDead } = beginLife(life, fetch)
    const now = () => time
    const sending = createSending({
      handler: createMortalHandler(events, step, now),
      provider: createSepaFiles({ directory, debtor: DEBTOR, now, disk: createMortalDisk(step) }),
      readPayee: async () => PAYEE,
      onLookUp: () => step('note', () => undefined),
      now,
      log: silentLog,
    })
    for (let n = 0; n < advances && !isDead(); n += 1) {
      time = addMinutes(time, 16)
      await sending.advance(PAYOUT_ID).catch((error: unknown) => {
        if (!isDead()) throw error
      })
    }
    return steps
  }
  return { directory, fetched, events, fetch, live, readTypes: () => events.map(({ type }) => type) }
}
export type MortalWorld = ReturnType<typeof createMortalWorld>
