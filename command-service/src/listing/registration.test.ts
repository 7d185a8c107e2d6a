import { describe, test } from 'vitest'
import { ADMIN, given } from '../testing/given.ts'
import { listing } from './listing.decider.ts'
import { ids, situation, started } from './testing/listingHistory.ts'

describe('the registration', () => {
  const recorded = {
    scheme: 'pt_al',
    number: '12345/AL',
    expiresOn: '2027-06-01',
    documentFileId: null,
    landRegistryNumber: null,
  } as const
  const record = (change: object = {}) =>
    ({ type: 'RecordRegistration', data: { ...recorded, ...change } }) as const
  const inLog = { type: 'RegistrationRecorded', data: { ...ids, ...recorded } } as const
  const reject = { type: 'RejectRegistration', data: { reason: 'Another address' } } as const

  test('must have its market’s format and not have expired', () => {
    given(listing, started).when(record(), situation).thenEvents(inLog)
    given(listing, started)
      .when(record({ number: 'AL 12345' }), situation)
      .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/number' }] })
    given(listing, started)
      .when(record({ expiresOn: '2026-06-12' }), situation)
      .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/expiresOn' }] })
  })
  test('is verified or rejected by staff and can be entered again', () => {
    given(listing, started, inLog)
      .when({ type: 'VerifyRegistration', data: {} }, { ...situation, actor: ADMIN })
      .thenEvents({ type: 'RegistrationVerified' })
    given(listing, started, inLog)
      .when(reject, { ...situation, actor: ADMIN })
      .thenEvents({ type: 'RegistrationRejected' })
    given(listing, started)
      .when(reject, { ...situation, actor: ADMIN })
      .thenRefused('INVALID_TRANSITION')
    given(listing, started, inLog).when(record(), situation).thenNothing()
    given(listing, started, inLog, {
      type: 'RegistrationRejected',
      data: { ...ids, by: 'admin', reason: 'Another address' },
    })
      .when(record(), situation)
      .thenEvents(inLog)
  })
})
