import { categoryOfStream, idOfStream, streamOf } from '../kernel/message.ts'
import { defineProjection, occurredAtOf } from '../kernel/projection.ts'
import { zAgreementRow, type AgreementRow } from './resource.ts'
import { evolveAgreement, type AgreementState } from './rules/evolve.ts'

const folds = evolveAgreement as Readonly<Record<string, ((state: AgreementState, data: never, at: string) => AgreementState) | undefined>>
const NOTHING_PERSONAL = { merge: { hostName: '', hostAddress: '', listingName: '', listingAddress: '', preparedOn: '' }, names: {}, proofs: [] }

export const agreementProjection = defineProjection<AgreementRow>({
  name: 'agreement',
  version: 1,
  row: zAgreementRow,
  streams: ({ id }) => [streamOf('agreement', id)],
  keys: ({ stream }) => (categoryOfStream(stream) === 'agreement' ? [idOfStream(stream)] : []),
  // Nothing personal is in the row, so it may be folded without opening anything.
  sealed: true,
  fold: (row, event, id) => {
    const fold = folds[event.type]
    if (fold === undefined) return row
    const state = fold(row && { ...row, ...NOTHING_PERSONAL }, event.data as never, occurredAtOf(event))
    if (state === undefined) return undefined
    const { merge: _merge, names: _names, proofs: _proofs, ...agreement } = state
    return { ...agreement, id }
  },
})
