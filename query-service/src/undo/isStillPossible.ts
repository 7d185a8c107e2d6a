import type { LocalDate } from '@hearth/contracts/kernel/dates'
import { textIn } from '@hearth/contracts/kernel/message'
import { UNDOABLE, type UndoableType } from '@hearth/contracts/undo'
import type { Recorded } from '@hearth/platform/event-store/port'
import { z } from 'zod'

type Happened = Pick<Recorded, 'stream' | 'revision' | 'type' | 'data'>

const zNights = z.object({ nights: z.array(z.object({ date: z.string() })) })

const readDates = ({ data }: Happened): readonly LocalDate[] =>
  (zNights.safeParse(data).data?.nights ?? []).map(({ date }) => date)

/** Whether each night of a price change that is still to come was changed again since. */
const isChangedAgain = (event: Happened, later: readonly Happened[], today: LocalDate): boolean => {
  const changed = new Set(later.filter(({ type }) => type === event.type).flatMap(readDates))
  return readDates(event).every((date) => date < today || changed.has(date))
}

/** Whether nothing that happened later in the stream of an event has ended the possibility to undo it. */
export const isStillPossible = (
  event: Happened & Readonly<{ type: UndoableType }>,
  others: readonly Happened[],
  today: LocalDate,
): boolean => {
  const { types, field, of } = UNDOABLE[event.type].endedBy
  const value = textIn(event.data, of)
  const later = others.filter(({ stream, revision }) => stream === event.stream && revision > event.revision)
  return (
    !later.some(
      ({ type, data }) => types.includes(type) && value !== undefined && textIn(data, field) === value,
    ) && !(event.type === 'NightOverridesChanged' && isChangedAgain(event, later, today))
  )
}
