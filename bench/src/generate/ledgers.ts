import { deriveId, type Id } from '@hearth/contracts/kernel/ids'
import type { OfType, RecordedEvent } from '@hearth/contracts/kernel/message'
import type { SystemCommand } from '@hearth/contracts/kernel/process'
import type { LedgerCommand } from '@hearth/contracts/ledger'
import { earningsProcess, type EarningsState } from '@hearth/contracts/ledger/processes'
import { ledger } from '@hearth/command-service/ledger/ledger.decider'
import { SCHEDULER } from '@hearth/command-service/runtime/internal'
import { openStream, type Scene, type StreamHistory } from './openStream.ts'

type PostEntries = OfType<LedgerCommand, 'PostEntries'>
/** What an event of a booking posts to its account's ledger, and the command that caused it. */
export type Posting = Readonly<{ command: SystemCommand<PostEntries>; cause: Id }>

const NO_FACTS = { unknown: [] }
/** A generated account has no members, so a reduction notifies no one. */
const NOTIFIED = 0

/** The commands that the process manager of earnings issues over the course of a booking. */
export const listPostings = ({ stream, events }: StreamHistory): readonly Posting[] => {
  const postings: Posting[] = []
  let state: EarningsState | undefined
  for (const [index, { id, type, data, metadata }] of events.entries()) {
    const recorded: RecordedEvent = {
      id,
      stream,
      revision: BigInt(index),
      type,
      data,
      metadata,
      position: { commit: 0n, prepare: 0n },
      recordedAt: metadata['occurredAt'] ?? '',
    }
    const [next, ...effects] = earningsProcess.on(state, recorded)
    state = next
    for (const effect of effects)
      if (effect.kind === 'command' && effect.type === 'PostEntries')
        postings.push({ command: effect, cause: metadata['commandId'] ?? id })
  }
  return postings
}

const findTime = ({ command }: Posting) => command.occurredAt ?? ''

/** The ledger of an account with these postings and a record of the notice of every reduction. */
export const generateLedger = (scene: Scene, postings: readonly Posting[]): StreamHistory => {
  const stream = openStream(ledger, scene.tenantId, scene)
  for (const { command, cause } of postings.toSorted((a, b) =>
    findTime(a) < findTime(b) ? -1 : findTime(a) > findTime(b) ? 1 : 0,
  )) {
    const accountId = scene.tenantId
    const { entries } = command.data
    const sent = { at: findTime({ command, cause }), principal: SCHEDULER, correlationId: cause }
    stream.take('PostEntries', { accountId, entries }, NO_FACTS, {
      ...sent,
      commandId: command.commandId,
      causationId: cause,
    })
    for (const { entryId, amountMinor } of entries) {
      if (amountMinor < 0)
        stream.take('RecordMoneyReduced', { accountId, entryId, told: NOTIFIED }, NO_FACTS, {
          ...sent,
          commandId: deriveId('money-reduced', entryId),
          causationId: command.commandId,
        })
    }
  }
  return stream.history()
}
