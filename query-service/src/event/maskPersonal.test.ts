import { expect, test } from 'vitest'
import { maskPersonal, MASKED } from './maskPersonal.ts'

test('masks personal fields and keeps all others', () => {
  expect(maskPersonal('BookingConfirmed', { guestName: 'Daniel W.', nights: 3 })).toEqual({
    guestName: MASKED,
    nights: 3,
  })
  expect(maskPersonal('BookingConfirmed', { guestName: null })).toEqual({ guestName: null })
  expect(maskPersonal('ListingPaused', { reason: 'Roof' })).toEqual({ reason: MASKED })
  expect(maskPersonal('PhotoCaptioned', { after: 'Roof' })).toEqual({ after: 'Roof' })
  expect(
    maskPersonal('ChangesRequested', { items: [{ step: 'photos', comment: 'Ask Daniel' }], by: 'u1' }),
  ).toEqual({ items: [{ step: 'photos', comment: MASKED }], by: 'u1' })
  expect(maskPersonal('NeverHeardOf', { guestName: 'Daniel W.' })).toEqual({ guestName: 'Daniel W.' })
})
