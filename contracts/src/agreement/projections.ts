import { idOfStream, formatStream } from '../kernel/message.ts'
import { defineProjection, stateFold } from '../kernel/projection.ts'
import { zAgreementRow, type AgreementRow } from './resource.ts'
import { evolveAgreement, type AgreementState } from './rules/evolve.ts'

const after = stateFold<AgreementState>(evolveAgreement)
const NOTHING_PERSONAL = {
  merge: { hostName: '', hostAddress: '', listingName: '', listingAddress: '', preparedOn: '' },
  names: {},
  proofs: [],
}

export const agreementProjection = defineProjection<AgreementRow>({
  name: 'agreement',
  version: 1,
  row: zAgreementRow,
  streams: ({ id }) => [formatStream('agreement', id)],
  categories: ['agreement'],
  keys: ({ stream }) => [idOfStream(stream)],
  // Nothing personal is in the row, so it may be folded without opening anything.
  sealed: true,
  fold: (row, event, id) => {
    const state = after(row && { ...row, ...NOTHING_PERSONAL }, event)
    if (state === undefined) return undefined
    const { merge: _merge, names: _names, proofs: _proofs, ...agreement } = state
    return { ...agreement, id }
  },
})
