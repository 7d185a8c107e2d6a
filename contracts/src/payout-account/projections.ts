import { readErasure } from '../account/index.ts'
import { erased } from '../kernel/erased.ts'
import type { Instant } from '../kernel/dates.ts'
import { categoryOfStream, idOfStream, formatStream, type RecordedEvent } from '../kernel/message.ts'
import { withoutTexts } from '../kernel/accountTexts.ts'
import { defineProjection, foldBy, occurredAtOf } from '../kernel/projection.ts'
import { NO_PAYOUT_ACCOUNT, type PayoutAccount } from './account.ts'
import type { PayoutAccountEvent } from './messages.ts'
import { zPayoutAccountRow, zPayoutHoldRow, type PayoutAccountRow, type PayoutHoldRow } from './resource.ts'
import { evolvePayoutAccount } from './rules/evolve.ts'

const isOurs = ({ stream }: RecordedEvent) => categoryOfStream(stream) === 'payoutAccount'

const withoutPeople = (row: PayoutAccountRow): PayoutAccountRow => ({
  ...row,
  holds: Object.fromEntries(
    Object.entries(row.holds).map(([id, hold]) => [id, { ...hold, whatToDo: erased(hold.whatToDo) }]),
  ),
  methods: Object.fromEntries(
    Object.entries(row.methods).map(([id, method]) => [
      id,
      { ...method, holderName: erased(method.holderName) },
    ]),
  ),
})

const withoutCodes = (holds: PayoutAccount['holds']): PayoutAccountRow['holds'] =>
  Object.fromEntries(Object.entries(holds).map(([id, { code: _code, ...hold }]) => [id, hold]))

const folds = evolvePayoutAccount as Readonly<
  Record<string, ((account: PayoutAccount, data: never, at: Instant) => PayoutAccount) | undefined>
>

export const payoutAccountProjection = defineProjection<PayoutAccountRow>({
  name: 'payout_account',
  version: 2,
  row: zPayoutAccountRow,
  streams: ({ id }) => [formatStream('payoutAccount', id), formatStream('hostAccount', id)],
  keys: (event) =>
    isOurs(event) || readErasure(event)?.subjects.includes(idOfStream(event.stream)) === true
      ? [idOfStream(event.stream)]
      : [],
  personal: ['holds', 'methods'],
  fold: (row, event, id) => {
    if (readErasure(event) !== undefined) return row && withoutPeople(row)
    const fold = folds[event.type]
    if (fold === undefined) return row
    const {
      id: _id,
      unclearHolders: _unclear,
      changedAt: _changed,
      ...before
    } = row ?? { ...NO_PAYOUT_ACCOUNT, id, unclearHolders: 0, changedAt: '' }
    const { additions: _additions, ...account } = fold(before, event.data as never, occurredAtOf(event))
    const unclear = Object.values(account.methods).filter(
      ({ holder, failure }) => holder === 'unclear' && failure === null,
    )
    return {
      ...account,
      holds: withoutCodes(account.holds),
      id,
      unclearHolders: unclear.length,
      changedAt: occurredAtOf(event),
    }
  },
})

const actorOf = ({ metadata }: RecordedEvent) => metadata['actorId'] ?? ''

export const payoutHoldProjection = defineProjection<PayoutHoldRow>({
  name: 'payout_hold',
  version: 1,
  row: zPayoutHoldRow,
  personal: ['whatToDo', 'why'],
  eraseTexts: withoutTexts('whatToDo', 'why'),
  streams: ({ hostAccountId }) => [formatStream('payoutAccount', String(hostAccountId))],
  categories: ['payoutAccount'],
  keys: (event) =>
    event.type === 'HoldPlaced' || event.type === 'HoldReleased'
      ? [(event.data as Readonly<{ holdId: string }>).holdId]
      : [],
  fold: foldBy<PayoutHoldRow, PayoutAccountEvent>({
    HoldPlaced: (_row, event) => {
      const { holdId: id, code: _code, ...hold } = event.data
      return {
        id,
        ...hold,
        state: 'open',
        placedAt: occurredAtOf(event),
        placedBy: actorOf(event),
        releasedAt: null,
        releasedBy: null,
        why: null,
      }
    },
    HoldReleased: (row, event) =>
      row && {
        ...row,
        state: 'released',
        releasedAt: occurredAtOf(event),
        releasedBy: actorOf(event),
        why: event.data.why,
      },
  }),
})
