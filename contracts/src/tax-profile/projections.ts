import { readErasure } from '../account/index.ts'
import { categoryOfStream, formatStream, idOfStream, type RecordedEvent } from '../kernel/message.ts'
import { defineProjection, occurredAtOf } from '../kernel/projection.ts'
import { ERASED_PERSON, NO_TAX_PROFILE, type TaxProfile } from './profile.ts'
import { zTaxProfileRow, type TaxProfileRow } from './resource.ts'
import { evolveTaxProfile } from './rules/evolve.ts'
import { listMissing, readTaxStatus } from './rules/status.ts'

const folds = evolveTaxProfile as Readonly<
  Record<string, ((profile: TaxProfile, data: never, at: string) => TaxProfile) | undefined>
>
const isOurs = ({ stream }: RecordedEvent) => categoryOfStream(stream) === 'taxProfile'

const withoutPeople = (row: TaxProfileRow): TaxProfileRow => ({
  ...row,
  answers: { ...row.answers, person: {} },
  form: row.form && { ...row.form, person: ERASED_PERSON, signedName: ERASED_PERSON.legalName },
  dac7: row.dac7 && { ...row.dac7, person: ERASED_PERSON },
})

export const taxProfileProjection = defineProjection<TaxProfileRow>({
  name: 'tax_profile',
  version: 3,
  row: zTaxProfileRow,
  streams: ({ id }) => [formatStream('taxProfile', id), formatStream('hostAccount', id)],
  keys: (event) =>
    isOurs(event) || readErasure(event)?.subjects.includes(idOfStream(event.stream)) === true
      ? [idOfStream(event.stream)]
      : [],
  personal: ['answers', 'form', 'dac7'],
  fold: (row, event, id) => {
    if (readErasure(event) !== undefined) return row && withoutPeople(row)
    const fold = folds[event.type]
    if (fold === undefined) return row
    const {
      id: _id,
      status: _status,
      missing: _missing,
      changedAt: _at,
      ...before
    } = row ?? { ...NO_TAX_PROFILE, id, status: 'not_started', missing: [], changedAt: '' }
    const profile = fold(before, event.data as never, occurredAtOf(event))
    return {
      ...profile,
      id,
      status: readTaxStatus(profile),
      missing: [...listMissing(profile)],
      changedAt: occurredAtOf(event),
    }
  },
})
