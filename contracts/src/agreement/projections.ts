import { erased, ERASED } from '../kernel/erased.ts'
import { idOfStream, formatStream } from '../kernel/message.ts'
import { defineProjection, stateFold } from '../kernel/projection.ts'
import { zAgreementRow, type AgreementRow } from './resource.ts'
import { evolveAgreement, type AgreementState } from './rules/evolve.ts'

const after = stateFold<AgreementState>(evolveAgreement)
const NO_PROOFS = {
  merge: { hostName: '', hostAddress: '', listingName: '', listingAddress: '', preparedOn: '' },
  names: {},
  proofs: [],
}

export const agreementProjection = defineProjection<AgreementRow>({
  name: 'agreement',
  version: 2,
  row: zAgreementRow,
  streams: ({ id }) => [formatStream('agreement', id)],
  categories: ['agreement'],
  keys: ({ stream }) => [idOfStream(stream)],
  personal: ['amendment', 'reason'],
  eraseTexts: (row) => ({
    ...row,
    reason: erased(row.reason),
    amendment: row.amendment && { ...row.amendment, reason: ERASED },
  }),
  fold: (row, event, id) => {
    const state = after(row && { ...row, ...NO_PROOFS }, event)
    if (state === undefined) return undefined
    const { merge: _merge, names: _names, proofs: _proofs, ...agreement } = state
    return { ...agreement, id }
  },
})
