import type { BankLineEvent } from '@hearth/contracts/bank-line'
import type { Id } from '@hearth/contracts/kernel/ids'
import type { ProviderReport } from '@hearth/contracts/payout'
import { bankLine } from '../../../bank-line/bankLine.decider.ts'
import type { CommandHandler } from '../../../runtime/commandHandler.ts'
import type { Outcome } from '../../../runtime/outcome.ts'
import { createContext, stateAfter } from '../../../testing/given.ts'
import type { Step } from '../../../testing/mortalWorld.ts'
import type { BookingPorts } from '../bookMessage.ts'
import { DocumentBusyError, type TakeTurn } from '../documentTurns.ts'

/** Decides commands of lines on the events of each. */
export const createLineHandler = (
  events: Map<string, BankLineEvent[]>,
  step: Step,
): Pick<CommandHandler, 'handle'> => ({
  handle: ({ type, data, id = '', commandId }) =>
    step(type, (): Outcome => {
      const known = events.get(id) ?? []
      const decision = bankLine.decide[type as 'RecordBankLine'](
        data as never,
        stateAfter(bankLine, known),
        createContext({ id, commandId, facts: { payout: null } }),
      )
      if (!decision.ok) return { kind: 'rejected', ...decision }
      events.set(id, [...known, ...decision.events])
      const at = { stream: `bankLine-${id}`, tenantId: '', revision: 0n, commit: 0n }
      return { kind: 'accepted', id, ...at, events: decision.events.map((event) => event.type) }
    }),
})

/**
 * The tables of documents, movements and lines, and the turns of documents; each change is one transaction,
 * as in the database. A turn ends with its process.
 */
export const createTables = () => {
  const documents = new Map<string, string>()
  const movements: ProviderReport[] = []
  const lines = new Map<Id, string>()
  const turns = new Set<string>()
  const keepDocument: BookingPorts['keepDocument'] = async ({ key, createdAt = '', reports }) => {
    if ((documents.get(key) ?? '') > createdAt) return false
    documents.set(key, createdAt)
    movements.splice(0, movements.length, ...reports)
    return true
  }
  const takeTurn: TakeTurn = async (key, work) => {
    if (turns.has(key)) throw new DocumentBusyError('It is booked now')
    turns.add(key)
    try {
      return await work()
    } finally {
      turns.delete(key)
    }
  }
  const listGone = (document: string, ids: readonly Id[]) =>
    [...lines].filter(([id, of]) => of === document && !ids.includes(id)).map(([id]) => id)
  return {
    documents,
    movements,
    lines,
    ports: (step: Step): Pick<BookingPorts, 'keepDocument' | 'takeTurn' | 'lines'> => ({
      takeTurn: async (key, work) => {
        await step('ask for the turn', () => undefined)
        return takeTurn(key, work)
      },
      keepDocument: (document) => step('keep the document', () => keepDocument(document)),
      lines: {
        readAttached: () => step('read attached lines', () => new Map<Id, string>()),
        add: (key, ids) => step('note the lines', () => ids.forEach((id) => lines.set(id, key))),
        listGone: (key, ids) => step('list lines that are gone', () => listGone(key, ids)),
        remove: (ids) => step('forget lines that are gone', () => ids.forEach((id) => lines.delete(id))),
      },
    }),
  }
}
